//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package keeper

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve/confine"
)

// The system holds limits of memory and processor time for each process. What all of an
// executor have together is limited, and counted, in a control group (group.go). Where there can
// be none the keeper looks at it, and ends them if it is too much: between two looks there may
// be more.

const (
	lookTime = 50 * time.Millisecond
	// graceTime is how long a process may take to end by SIGXCPU: Go's runtime writes the
	// stacks of its goroutines before, which a busy machine is slow at.
	graceTime = 2 * time.Second
	ownTime   = time.Second // in which the system's own limit of one process comes first
)

// watch looks at what all processes have until this one ends.
func (k *keeper) watch(l confine.Limits) {
	var u spending
	for range time.Tick(lookTime) {
		tooMuch, taken := k.look(&u, l)
		switch {
		case tooMuch:
			k.sayMemory(l)
			k.signal(unix.SIGKILL)
			return
		case l.CPU > 0 && taken-ownTime > time.Duration(min(l.CPU, 1<<30))*time.Second:
			fmt.Fprintf(os.Stderr, "rtdyld-executor: all processes together have taken more time than %d seconds\n", l.CPU)
			k.signal(unix.SIGXCPU)
			time.Sleep(graceTime)
			k.signal(unix.SIGKILL) // if it goes on
			return
		}
	}
}

// look tells whether all processes have too much memory, and how much time they have taken: by
// their group, and what that does not tell by looking at each.
func (k *keeper) look(u *spending, l confine.Limits) (tooMuch bool, taken time.Duration) {
	g := k.group.Load()
	if g != nil {
		var counts bool
		taken, counts = g.Time()
		if counts && (l.Memory == 0 || g.LimitsMemory()) {
			return g.OutOfMemory(), taken
		}
	}
	u.look()
	if g != nil && g.LimitsMemory() {
		return g.OutOfMemory(), u.time()
	}
	return l.Memory > 0 && k.overMemory(u.memory, l.Memory), u.time()
}

// overMemory reports whether what all have is beyond a limit and the executor's own share.
// Before that is known no loaded code has run.
func (k *keeper) overMemory(all, limit uint64) bool {
	share := k.share.Load()
	return share > 0 && all > share && all-share > limit
}

// spending is what processes have, and have taken.
type spending struct {
	memory uint64        // bytes; of what several have, each has a part
	taken  time.Duration // by those that are there, and by those that they waited for
	lost   time.Duration // by those that nobody waited for, as far as was seen
}

func (u *spending) time() time.Duration { return u.taken + u.lost }

// look looks at all processes below this one.
func (u *spending) look() {
	before := u.taken
	u.memory, u.taken = 0, 0
	var r unix.Rusage
	if unix.Getrusage(unix.RUSAGE_CHILDREN, &r) == nil {
		u.taken = time.Duration(r.Utime.Nano() + r.Stime.Nano())
	}
	for _, pid := range descendants() {
		pid := strconv.Itoa(pid)
		u.memory += memoryOf(pid)
		u.taken += timeOf(pid)
	}
	u.lost += max(0, before-u.taken)
}

// descendants lists all processes below this one.
func descendants() []int {
	list := children("self")
	for i := 0; i < len(list) && i < 1<<16; i++ {
		list = append(list, children(strconv.Itoa(list[i]))...)
	}
	return list
}

// memoryOf is the memory of a process: its part of what it shares, or all of that if the
// system tells no more.
func memoryOf(pid string) (n uint64) {
	text, err := os.ReadFile("/proc/" + pid + "/smaps_rollup")
	if err != nil {
		return residentOf(pid)
	}
	for _, key := range []string{"\nPss:", "\nSwapPss:"} {
		_, line, _ := bytes.Cut(text, []byte(key))
		if f := bytes.Fields(line); len(f) > 0 {
			kib, _ := strconv.ParseUint(string(f[0]), 10, 50)
			n += kib << 10
		}
	}
	return n
}

// residentOf is all memory that a process has, shared or not.
func residentOf(pid string) (n uint64) {
	text, _ := os.ReadFile("/proc/" + pid + "/statm")
	if f := strings.Fields(string(text)); len(f) > 1 {
		n, _ = strconv.ParseUint(f[1], 10, 40)
	}
	return n * uint64(os.Getpagesize())
}

// timeOf is the processor time of a process and of those that it has waited for.
func timeOf(pid string) (d time.Duration) {
	text, _ := os.ReadFile("/proc/" + pid + "/stat")
	// Behind the name, from the 12th on: utime, stime, cutime, cstime in hundredths of a
	// second (proc(5)).
	f := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	for i := 11; i < 15 && i < len(f); i++ {
		n, _ := strconv.ParseInt(f[i], 10, 40)
		d += time.Duration(n) * time.Second / 100
	}
	return d
}
