#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""check_metrics.py TEST_COUNTERS: are the metrics that it prints valid? Three readers are asked:
the one of the guest tests, and both of prometheus_client (OpenMetrics, and the older format that
node_exporter reads). Each must also refuse what is not valid. TAP on stdout.

Debian's own interpreter, whatever is first in PATH: that one has python3-prometheus-client."""
import subprocess
import sys

try:
    from prometheus_client.openmetrics.parser import text_string_to_metric_families as openmetrics
    from prometheus_client.parser import text_string_to_metric_families as prometheus
except ImportError:
    sys.exit("the test of the metrics needs: apt-get install python3-prometheus-client")

sys.path.insert(0, "../guest")
import metrics_check  # noqa: E402

EOF = "# EOF\n"
HEAD = "# TYPE perfattr_a counter\n# HELP perfattr_a A.\n"
# Not valid: what, and the text before # EOF.
BROKEN = {
    "two families with one name": HEAD + "perfattr_a_total 1\n# TYPE perfattr_b gauge\n"
                                  "# HELP perfattr_b B.\nperfattr_b 1\n" + HEAD,
    "a counter without _total": HEAD + "perfattr_a 1\n",
    "a label twice": HEAD + 'perfattr_a_total{e="x",e="y"} 1\n',
    "a label without quotes": HEAD + "perfattr_a_total{e=x} 1\n",
    "a negative counter": HEAD + "perfattr_a_total -1\n",
    "a word as value": HEAD + "perfattr_a_total armed\n",
    "an unknown type": "# TYPE perfattr_a number\nperfattr_a 1\n",
    "a unit that the name lacks": "# TYPE perfattr_a gauge\n# UNIT perfattr_a bytes\n"
                                  "# HELP perfattr_a A.\nperfattr_a 1\n",
    "an empty line": HEAD + "\nperfattr_a_total 1\n",
}
# Not valid either, but prometheus_client 0.16 does not notice.
TWICE = HEAD + 'perfattr_a_total{e="x"} 1\nperfattr_a_total{e="x"} 1\n'
run = failed = 0


def ok(good, what, *diag):
    global run, failed
    run += 1
    failed += not good
    print(f"{'' if good else 'not '}ok {run} - {what}")
    if not good:
        print(*(f"# {d}" for d in diag[:10]), sep="\n")


def samples(parser, text):
    """The samples as metrics_check gives them."""
    return {(s.name, tuple(s.labels.items())): float(s.value)
            for family in parser(text) for s in family.samples}


def refuses(parser, text):
    try:
        list(parser(text))
    except ValueError:
        return True
    return False


def test_readers(what, text):
    ours = metrics_check.parse(text)
    ok(len(ours) > 20, f"{what}: valid for our reader, {len(ours)} samples")
    # For some readers every number is a floating point number.
    want = {key: float(value) for key, value in ours.items()}
    for name, parser in (("OpenMetrics", openmetrics), ("Prometheus", prometheus)):
        got = samples(parser, text)
        ok(got == want, f"... and the same for prometheus_client's reader of {name}",
           *sorted(got.items() ^ want.items()))


def test_types(text):
    families = {family.name: family for family in openmetrics(text)}
    ok(families["perfattr_recorded"].type == "counter" and
       families["perfattr_held"].type == "gauge", "counters are counters, gauges are gauges")
    ok(families["perfattr_record_bytes"].unit == "bytes", "the unit is known")
    ok(all(family.documentation.endswith(".") for family in families.values()),
       "each family has a sentence of help")


def test_broken(text):
    for what, broken in BROKEN.items():
        ok(refuses(metrics_check.parse, broken + EOF), f"our reader refuses {what}", broken)
        ok(refuses(openmetrics, broken + EOF), "... and so does prometheus_client", broken)
    ok(refuses(metrics_check.parse, TWICE + EOF), "our reader refuses a sample twice")
    cut = text[:-len(EOF)]
    ok(refuses(metrics_check.parse, cut) and refuses(openmetrics, cut),
       "neither takes a text that ends before # EOF")


def main():
    made = [subprocess.run([sys.argv[1], how], check=True, stdout=subprocess.PIPE,
                           text=True).stdout for how in ("--metrics", "--largest")]
    test_readers("some metrics", made[0])
    test_readers("the largest metrics", made[1])
    test_types(made[0])
    test_broken(made[0])
    print(f"1..{run}")
    return failed > 0


sys.exit(main())
