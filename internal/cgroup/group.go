//go:build linux

package cgroup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Processes is how many processes and threads a group has at most, where the system
// can limit that: more than programs need, fewer than a machine has.
const Processes = 4096

// Group is a control group, or one in each hierarchy of version 1. It has one user at a
// time.
type Group struct {
	memory, processes, times string // folders; "": none
	version                  *version
}

// version has the names of files. Those of version 2 are in the kernel's cgroup-v2
// document, of version 1 in cgroup-v1/memory, pids and cpuacct.
type version struct {
	memory  string // most bytes
	swapped string // most bytes, of swap or of both, as it says
	swap    string // "": as many bytes as memory
	whole   string // 1: who is out of memory loses all processes
	killed  string // has a line oom_kill
	times   string
	usage   string        // its line
	unit    time.Duration // of that
	kill    string        // ends all processes
}

var (
	version1 = &version{memory: "memory.limit_in_bytes", swapped: "memory.memsw.limit_in_bytes", killed: "memory.oom_control", times: "cpuacct.usage", unit: time.Nanosecond}
	version2 = &version{memory: "memory.max", swapped: "memory.swap.max", swap: "0", whole: "memory.oom.group", killed: "memory.events", times: "cpu.stat", usage: "usage_usec", unit: time.Microsecond, kill: "cgroup.kill"}
)

// Make makes a group for processes that have at most so many bytes of memory together, swap
// and what is shared among it; 0: any number. It has no processes. Who has made it removes it.
func Make(memory uint64) (*Group, error) {
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return nil, err
	}
	groups, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil, err
	}
	g, err := makeUnified(string(mounts), string(groups), memory)
	if err != nil {
		var e error
		switch g, e = makeEach(string(mounts), string(groups), memory); {
		case errors.Is(e, errNoHierarchy):
			return nil, err
		case e != nil:
			return nil, fmt.Errorf("%w; of version 1: %w", err, e)
		}
	}
	if err = g.limit(memory); err != nil {
		return nil, errors.Join(err, g.Remove())
	}
	return g, nil
}

// makeUnified makes a group of version 2, in which folders are all one.
func makeUnified(mounts, groups string, memory uint64) (*Group, error) {
	p, err := find(mounts, groups, unified)
	if err != nil {
		return nil, err
	}
	var needs []string
	if memory > 0 {
		needs = append(needs, "memory")
	}
	parent, processes, err := choose(system{}, p, os.Geteuid() == 0, needs)
	if err != nil {
		return nil, err
	}
	for _, c := range append(needs, "pids") {
		if err := enable(parent, c); err != nil && c != "pids" {
			return nil, err
		}
	}
	dir, err := makeIn(parent)
	if err != nil {
		return nil, err
	}
	g := &Group{times: dir, processes: dir, version: version2}
	if memory > 0 {
		g.memory = dir
	}
	_ = write(path.Join(dir, "pids.max"), fewer(strconv.Itoa(Processes), processes)) // if it is there
	return g, nil
}

// enable has a controller in groups below one.
func enable(parent, controller string) error {
	file := path.Join(parent, "cgroup.subtree_control")
	if has, err := (system{}).read(file); err != nil || slices.Contains(strings.Fields(has), controller) {
		return err
	}
	return write(file, "+"+controller)
}

// makeEach makes groups of version 1 below those of this process, so that their
// limits hold as well.
func makeEach(mounts, groups string, memory uint64) (*Group, error) {
	g := &Group{version: version1}
	for _, h := range []struct {
		controller string
		dir        *string
		needed     bool
	}{
		{"memory", &g.memory, memory > 0}, {"cpuacct", &g.times, memory == 0}, {"pids", &g.processes, false},
	} {
		if h.dir == &g.memory && memory == 0 {
			continue
		}
		p, err := find(mounts, groups, h.controller)
		if err == nil {
			*h.dir, err = makeIn(p.own)
		}
		if err != nil && h.needed {
			return nil, errors.Join(err, g.Remove())
		}
	}
	if g.processes != "" {
		_ = write(path.Join(g.processes, "pids.max"), strconv.Itoa(Processes))
	}
	return g, nil
}

// makeIn makes a group with a new name.
func makeIn(parent string) (dir string, err error) {
	for i := range 100 {
		dir = path.Join(parent, fmt.Sprintf("rtdyld-%d-%d", os.Getpid(), i))
		if err = os.Mkdir(dir, 0o755); !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	return dir, err
}

// limit limits memory, and looks whether the system does.
func (g *Group) limit(memory uint64) error {
	if g.memory == "" {
		return nil
	}
	v := g.version
	if _, err := g.count(g.memory, v.killed, "oom_kill"); err != nil {
		return err
	}
	want := strconv.FormatUint(memory, 10)
	if err := write(path.Join(g.memory, v.memory), want); err != nil {
		return err
	}
	if v.whole != "" {
		if err := write(path.Join(g.memory, v.whole), "1"); err != nil {
			return err
		}
	}
	swap := v.swap
	if swap == "" {
		swap = want
	}
	// A kernel without swap does not count it.
	if err := write(path.Join(g.memory, v.swapped), swap); err != nil && (system{}).exists("/proc/swaps") {
		return fmt.Errorf("swap is not counted: %w", err)
	}
	is, err := system{}.read(path.Join(g.memory, v.memory))
	if n, e := strconv.ParseUint(is, 10, 64); err != nil || e != nil || n > memory {
		return fmt.Errorf("the control group %s has a limit of %s bytes, not of %d", g.memory, is, memory)
	}
	return nil
}

// LimitsMemory tells whether the group has a limit of memory.
func (g *Group) LimitsMemory() bool { return g.memory != "" }

// Add moves a process into the group. What it has already stays what it was: memory and time
// from now on count.
func (g *Group) Add(pid int) error {
	for _, dir := range g.folders() {
		if err := write(path.Join(dir, "cgroup.procs"), strconv.Itoa(pid)); err != nil {
			return err
		}
	}
	return nil
}

// OutOfMemory tells whether the system has ended processes because there was no more memory
// for them.
func (g *Group) OutOfMemory() bool {
	if g.memory == "" {
		return false
	}
	n, err := g.count(g.memory, g.version.killed, "oom_kill")
	return err == nil && n > 0
}

// Time is the processor time that all processes have taken in it, those that have ended
// among them. ok is false if the system does not count it.
func (g *Group) Time() (taken time.Duration, ok bool) {
	if g.times == "" {
		return 0, false
	}
	n, err := g.count(g.times, g.version.times, g.version.usage)
	return time.Duration(n) * g.version.unit, err == nil
}

// Kill ends all processes in the group, or keeps them from making others.
func (g *Group) Kill() {
	for _, dir := range g.folders() {
		if g.version.kill == "" || write(path.Join(dir, g.version.kill), "1") != nil {
			_ = write(path.Join(dir, "pids.max"), "0") // if it is there
		}
	}
}

// Remove removes the group and those that processes have made in it. No process may
// live in them; the system may take a moment to see that.
func (g *Group) Remove() (err error) {
	for _, dir := range g.folders() {
		e := remove(dir)
		for i := 0; i < 500 && errors.Is(e, syscall.EBUSY); i++ {
			time.Sleep(time.Millisecond)
			e = remove(dir)
		}
		err = errors.Join(err, e)
	}
	return err
}

// remove removes a group and all below.
func remove(dir string) error {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if e.IsDir() {
			_ = remove(path.Join(dir, e.Name()))
		}
	}
	err := syscall.Rmdir(dir)
	if err == syscall.ENOENT {
		return nil
	}
	return os.NewSyscallError("rmdir "+dir, err)
}

// folders lists the folders, each once.
func (g *Group) folders() (list []string) {
	for _, dir := range []string{g.memory, g.processes, g.times} {
		if dir != "" && (len(list) == 0 || list[0] != dir) {
			list = append(list, dir)
		}
	}
	return list
}

// count reads a number: a file's, or that behind a word at the beginning of a line.
func (g *Group) count(dir, file, key string) (uint64, error) {
	text, err := system{}.read(path.Join(dir, file))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if key == "" && len(f) == 1 || len(f) == 2 && f[0] == key {
			return strconv.ParseUint(f[len(f)-1], 10, 64)
		}
	}
	return 0, fmt.Errorf("%s does not tell %s", path.Join(dir, file), key)
}

// write writes a file of the system, which must be there.
func write(file, text string) error {
	f, err := os.OpenFile(file, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

// system is the tree that is mounted.
type system struct{}

func (system) read(file string) (string, error) {
	b, err := os.ReadFile(file)
	return strings.TrimSpace(string(b)), err
}

func (system) mayWrite(file string) bool {
	return unix.Faccessat(unix.AT_FDCWD, file, unix.W_OK, unix.AT_EACCESS) == nil
}

func (system) exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// delegated looks for the marks of systemd ("Control Group APIs and Delegation").
func (system) delegated(dir string) bool {
	var b [8]byte
	for _, name := range []string{"trusted.delegate", "user.delegate"} {
		if n, err := unix.Getxattr(dir, name, b[:]); err == nil && string(b[:n]) == "1" {
			return true
		}
	}
	return false
}
