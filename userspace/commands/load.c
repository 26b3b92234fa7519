// SPDX-License-Identifier: GPL-2.0
/*
 * perfattr run --load: the module is loaded for one program. The first process loads it, goes on in
 * a child, and unloads it when that child has ended, in whatever way: with the program, by a
 * signal, or because of an error. It then ends as the child has ended.
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "commands/commands.h"

#define MODULE		"perfattr_dump"
/* A follower that does not pin the module, such as the service, lets go of it in this time. */
#define UNLOAD_TRIES	20
#define UNLOAD_US	100000

/* The signals that end us, and SIGCHLD of the child: taken one after the other. */
static void block_signals(sigset_t *ours, sigset_t *before)
{
	static const int sigs[] = { SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGCHLD };
	size_t i;

	sigemptyset(ours);
	for (i = 0; i < ARRAY_SIZE(sigs); i++)
		sigaddset(ours, sigs[i]);
	sigprocmask(SIG_BLOCK, ours, before);
	/* Our parent may have set SIGCHLD to SIG_IGN; wait() would then lose the exit status. */
	signal(SIGCHLD, SIG_DFL);
}

static bool is_loaded(void)
{
	return !access(MODULE_DIR, F_OK);
}

/*
 * The system's own modprobe, where the kernel looks for it; it reports its own errors. It has our
 * signals blocked, too: killed by Ctrl-C it could leave the module loaded.
 */
static bool run_modprobe(void)
{
	int status = -1;
	pid_t pid;

	pid = fork();
	if (!pid) {
		execl("/sbin/modprobe", "modprobe", MODULE, NULL);
		execlp("modprobe", "modprobe", MODULE, NULL);
		warn("modprobe: %s", strerror(errno));
		_exit(1);
	}
	return pid > 0 && waitpid(pid, &status, 0) == pid && !status;
}

static void __attribute__((noreturn)) die_not_loaded(void)
{
	if (geteuid())
		die("no permission to load the module, or it is not installed: run it as root (sudo %s)",
		    program_invocation_short_name);
	die("cannot load the module: modprobe or dmesg says why. To install it: package perfattr-dump-dkms, or 'make install' in a checkout");
}

static void unload(void)
{
	int tries = 0;

	while (syscall(SYS_delete_module, MODULE, O_NONBLOCK)) {
		if (errno == ENOENT)
			return;
		if (errno != EWOULDBLOCK || ++tries == UNLOAD_TRIES) {
			warn("the module stays loaded: %s; rmmod " MODULE " unloads it",
			     errno == EWOULDBLOCK ? "somebody else uses it" : strerror(errno));
			return;
		}
		usleep(UNLOAD_US);
	}
}

/*
 * Returns the status of the child. A signal is passed on to it: Ctrl-C on a terminal has reached
 * the child, too, unless it came before the child was started.
 */
static int wait_for(pid_t pid, const sigset_t *ours)
{
	int sig, status = 0;

	while (!waitpid(pid, &status, WNOHANG)) {
		if (!sigwait(ours, &sig) && sig != SIGCHLD)
			kill(pid, sig);
	}
	return status;
}

/* Return true if a blocked signal that ends us is pending: then do not start the program. */
static bool is_ended(void)
{
	static const int sigs[] = { SIGINT, SIGQUIT, SIGTERM, SIGHUP };
	struct sigaction sa;
	sigset_t pending;
	size_t i;

	sigpending(&pending);
	for (i = 0; i < ARRAY_SIZE(sigs); i++)
		if (sigismember(&pending, sigs[i]) && !sigaction(sigs[i], NULL, &sa) &&
		    sa.sa_handler != SIG_IGN)
			return true;
	return false;
}

/**
 * go_on_loaded() - go on with the module loaded, which is unloaded in the end
 * @status: receives how it has ended, as from waitpid()
 *
 * If it is loaded already it stays so, which is said.
 *
 * Return: true to go on, in a child of this process if we have loaded it; then false in this
 * process, when that has ended.
 */
bool go_on_loaded(int *status)
{
	sigset_t ours, before;
	bool loaded;
	pid_t pid;

	if (is_loaded()) {
		warn("the module is loaded already, and stays so");
		return true;
	}
	block_signals(&ours, &before);
	/* modprobe succeeds even if an install command of modprobe.d was killed. */
	loaded = run_modprobe() && is_loaded();
	if (!loaded && !is_ended())
		die_not_loaded();
	if (loaded)
		prove();
	*status = W_EXITCODE(1, 0);
	if (!is_ended()) {
		pid = fork();
		if (!pid) {
			sigprocmask(SIG_SETMASK, &before, NULL);
			return true;
		}
		if (pid > 0)
			*status = wait_for(pid, &ours);
		else
			warn("cannot fork: %s", strerror(errno));
	}
	unload();
	/* A signal that came while the module was loaded ends us here. */
	sigprocmask(SIG_SETMASK, &before, NULL);
	return false;
}
