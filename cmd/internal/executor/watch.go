//go:build linux && (amd64 || arm64 || arm || 386)

package executor

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve/confine"
)

// The system holds limits of memory and processor time for each process. What all of an
// executor have together its keeper looks at, and ends them if it is too much: between two
// looks there may be more.

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
		u.look()
		switch {
		case l.Memory > 0 && k.overMemory(u.memory, l.Memory):
			fmt.Fprintf(os.Stderr, "rtdyld-executor: all processes together have more memory than %d bytes\n", l.Memory)
			k.signal(unix.SIGKILL)
			return
		case l.CPU > 0 && u.time()-ownTime > time.Duration(min(l.CPU, 1<<30))*time.Second:
			fmt.Fprintf(os.Stderr, "rtdyld-executor: all processes together have taken more time than %d seconds\n", l.CPU)
			k.signal(unix.SIGXCPU)
			time.Sleep(graceTime)
			k.signal(unix.SIGKILL) // if it goes on
			return
		}
	}
}

// overMemory reports whether what all have is beyond a limit and the executor's own share.
// Before that is known no loaded code has run.
func (k *keeper) overMemory(all, limit uint64) bool {
	share := k.share.Load()
	return share > 0 && all > share && all-share > limit
}

// hearShare reads what tellShare tells, and closes the pipe.
func (k *keeper) hearShare(fd int) {
	f := os.NewFile(uintptr(fd), "share")
	defer f.Close()
	var has uint64
	_ = binary.Read(f, binary.NativeEndian, &has) // 0 from a process that has ended
	k.share.Store(has + spareMemory*instrumented)
}

// tellShare tells the keeper what memory this process has before loaded code can take any:
// how much that is depends on how the program was built.
func (o *options) tellShare() {
	if o.share < 0 {
		return
	}
	f := os.NewFile(uintptr(o.share), "share")
	defer f.Close()
	_ = binary.Write(f, binary.NativeEndian, residentOf("self")) // a keeper that has ended needs no answer
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
	list := children("self")
	for i := 0; i < len(list) && i < 1<<16; i++ {
		pid := strconv.Itoa(list[i])
		u.memory += memoryOf(pid)
		u.taken += timeOf(pid)
		list = append(list, children(pid)...)
	}
	u.lost += max(0, before-u.taken)
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

// ofAll tells of limits for all processes together.
func (o *options) ofAll() (rs []confine.Restriction) {
	reason := fmt.Sprintf("the system holds it for each process; what all have together is looked at every %v", lookTime)
	if !o.kept {
		reason = "the system holds it for each process, and nobody looks at them together"
	}
	if o.limits.Memory > 0 {
		rs = append(rs, confine.Restriction{Name: confine.MemoryOfAll, Reason: reason})
	}
	if o.limits.CPU > 0 {
		rs = append(rs, confine.Restriction{Name: confine.CPUOfAll, Reason: reason})
	}
	return rs
}
