// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)

// Opens an event, and says by perfattr explain why it is refused.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// why says why the kernel has refused a call of perf_event_open().
func why(attr *unix.PerfEventAttr, pid, cpu, groupFd, flags int, err syscall.Errno) string {
	bytes := (*[unsafe.Sizeof(*attr)]byte)(unsafe.Pointer(attr))[:]
	call := fmt.Sprintf("perf_event_open(0x%x, %d, %d, %d, %d) = -1 %s", bytes, pid, cpu, groupFd, flags, unix.ErrnoName(err))
	text, _ := exec.Command("perfattr", "explain", "--here", call).CombinedOutput()
	return string(text)
}

func main() {
	attr := unix.PerfEventAttr{Type: unix.PERF_TYPE_SOFTWARE, Sample: 1000000000, Bits: unix.PerfBitFreq}
	attr.Size = uint32(unsafe.Sizeof(attr))
	_, err := unix.PerfEventOpen(&attr, 0, -1, -1, 0)
	if errno, refused := err.(syscall.Errno); refused {
		fmt.Fprint(os.Stderr, why(&attr, 0, -1, -1, 0, errno))
	}
}
