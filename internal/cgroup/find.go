// Package cgroup makes control groups (cgroups(7)), in which the system limits and counts
// what processes have together, shared memory and processes that have ended among it.
//
// Law: knows the system alone. It divides groups that are its user's to divide, and never
// leaves a limit of another's.
package cgroup

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
)

// place is where the group of a process lies in a hierarchy that is mounted.
type place struct {
	top string // folder of the topmost group that can be seen
	own string // folder of the group of the process, top or below it
}

// A controller of version 1 has a hierarchy of its own, or shares one with few others;
// unified is in their place the name of the one hierarchy of version 2.
const unified = ""

// find finds a place in the texts of /proc/self/mountinfo and /proc/self/cgroup.
func find(mounts, groups, controller string) (place, error) {
	group, ok := groupOf(groups, controller)
	if !ok {
		return place{}, fmt.Errorf("%w%s", errNoHierarchy, withName(controller))
	}
	err := fmt.Errorf("no hierarchy of control groups%s is mounted", withName(controller))
	for line := range strings.Lines(mounts) {
		m, ok := parseMount(line)
		if !ok || !m.has(controller) {
			continue
		}
		// What is mounted may begin at a group (proc_pid_mountinfo(5)), and a namespace may
		// hide those above one (cgroup_namespaces(7)).
		below, ok := strings.CutPrefix(group, strings.TrimSuffix(m.root, "/"))
		switch {
		case !ok || below != "" && below[0] != '/' || slices.Contains(strings.Split(group, "/"), ".."):
			err = fmt.Errorf("its control group %s is outside of what is mounted on %s", group, m.dir)
		case m.readOnly:
			err = fmt.Errorf("control groups on %s are read-only", m.dir)
		default:
			return place{top: m.dir, own: path.Join(m.dir, below)}, nil
		}
	}
	return place{}, err
}

// withName is the end of a sentence about a hierarchy.
func withName(controller string) string {
	if controller == unified {
		return ", version 2,"
	}
	return " for " + controller
}

// groupOf is the group of a process in a hierarchy, from lines as
//
//	4:cpu,cpuacct:/a/b
//	0::/a/b
//
// of which the second is version 2 (cgroups(7)).
func groupOf(groups, controller string) (string, bool) {
	for line := range strings.Lines(groups) {
		f := strings.SplitN(strings.TrimSuffix(line, "\n"), ":", 3)
		if len(f) == 3 && (controller == unified) == (f[0] == "0") && slices.Contains(strings.Split(f[1], ","), controller) {
			return f[2], true
		}
	}
	return "", false
}

// mount is a line of mountinfo.
type mount struct {
	root, dir string // what of its file system lies where
	kind      string
	options   []string // of its file system
	readOnly  bool
}

// parseMount reads a line: number, parent, device, root, folder, options, any number of
// other fields, "-", type, source, options of the file system (proc_pid_mountinfo(5)).
func parseMount(line string) (m mount, ok bool) {
	first, second, ok := strings.Cut(line, " - ")
	f, s := strings.Fields(first), strings.Fields(second)
	if !ok || len(f) < 6 || len(s) < 3 {
		return m, false
	}
	plain := strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`)
	m = mount{root: plain.Replace(f[3]), dir: plain.Replace(f[4]), kind: s[0], options: strings.Split(s[2], ",")}
	m.readOnly = slices.Contains(strings.Split(f[5], ","), "ro") || slices.Contains(m.options, "ro")
	return m, true
}

// has tells whether this is the hierarchy of a controller.
func (m *mount) has(controller string) bool {
	if controller == unified {
		return m.kind == "cgroup2"
	}
	return m.kind == "cgroup" && slices.Contains(m.options, controller)
}

// A tree is what is asked of the folders of version 2; tests have their own.
type tree interface {
	read(file string) (string, error) // without white space around it
	mayWrite(file string) bool        // a file, or a folder: new groups
	delegated(folder string) bool     // a service manager says so
	exists(file string) bool
}

var (
	errNoHierarchy = errors.New("the kernel has no hierarchy of control groups")
	errNone        = errors.New("no control group is delegated to this user")
)

// choose looks for the group in which one for limits can be made: the nearest above a process
// whose owner has been given it to divide. Version 2 has no processes in groups that are divided
// but the root, so that it is seldom the process's own. Groups that are left on the way must have no
// limits of their own; processes tells how many they may have, 0: any number.
//
// A user has been given what he may write (the kernel's cgroup-v2 document, "Delegation").
// Root may write all of it: for root it counts what a service manager has
// marked, the top of a container, and the root of the hierarchy if nobody has made groups there.
func choose(t tree, p place, root bool, needs []string) (dir string, processes string, err error) {
	err = errNone
	for dir = p.own; ; dir = path.Dir(dir) {
		e := usable(t, dir, p, root, needs)
		if e == nil {
			return dir, processes, nil
		}
		if !errors.Is(e, errNone) || errors.Is(err, errNone) {
			err = e
		}
		if dir == p.top || len(dir) <= len(p.top) {
			return "", "", err
		}
		n, e := left(t, dir)
		if e != nil {
			return "", "", e
		}
		processes = fewer(processes, n)
	}
}

// usable tells why a group cannot be divided.
func usable(t tree, dir string, p place, root bool, needs []string) error {
	// The root of the hierarchy has no type. It may have processes, and be divided.
	isRoot := !t.exists(path.Join(dir, "cgroup.type"))
	mine := !root || t.delegated(dir) || dir == p.top && (!isRoot || dir == p.own)
	if !mine || !t.mayWrite(dir) || !t.mayWrite(path.Join(dir, "cgroup.procs")) {
		return fmt.Errorf("%w (%s is not)", errNone, dir)
	}
	if kind, _ := t.read(path.Join(dir, "cgroup.type")); !isRoot && kind != "domain" {
		return fmt.Errorf("the control group %s is of type %s", dir, kind)
	}
	there, _ := t.read(path.Join(dir, "cgroup.controllers"))
	enabled, _ := t.read(path.Join(dir, "cgroup.subtree_control"))
	for _, c := range needs {
		if !slices.Contains(strings.Fields(there), c) {
			return fmt.Errorf("the control group %s has no controller for %s", dir, c)
		}
		if slices.Contains(strings.Fields(enabled), c) {
			continue
		}
		if procs, _ := t.read(path.Join(dir, "cgroup.procs")); procs != "" && !isRoot {
			return fmt.Errorf("the control group %s has processes and cannot be divided", dir)
		}
		if !t.mayWrite(path.Join(dir, "cgroup.subtree_control")) {
			return fmt.Errorf("the control group %s has not enabled %s", dir, c)
		}
	}
	return nil
}

// limitFiles are what a group may be limited by, with what they have if it is not.
var limitFiles = []struct{ name, none string }{
	{"memory.max", "max"}, {"memory.high", "max"}, {"memory.swap.max", "max"},
	{"cpu.max", "max"}, {"io.max", ""}, {"cpuset.cpus", ""}, {"cpuset.mems", ""},
}

// left looks at a group that processes leave: its limits would not hold for them any more.
// The number of processes, which service managers set for all they start, is told.
func left(t tree, dir string) (processes string, err error) {
	for _, f := range limitFiles {
		text, err := t.read(path.Join(dir, f.name))
		if word, _, _ := strings.Cut(text, " "); err == nil && word != f.none {
			return "", fmt.Errorf("the control group %s has a limit (%s), which does not hold beside it", dir, f.name)
		}
	}
	processes, _ = t.read(path.Join(dir, "pids.max"))
	return processes, nil
}

// fewer is the smaller of two numbers, of which "" and "max" are none.
func fewer(a, b string) string {
	none := func(s string) bool { return s == "" || s == "max" }
	if none(a) || !none(b) && (len(b) < len(a) || len(b) == len(a) && b < a) {
		return b
	}
	return a
}
