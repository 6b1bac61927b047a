package cgroup

import (
	"io/fs"
	"path"
	"strings"
	"testing"
)

// Lines as kernels write them.
const (
	mountV2     = "30 23 0:26 / /sys/fs/cgroup rw,nosuid,nodev,noexec,relatime shared:9 - cgroup2 cgroup2 rw,nsdelegate,memory_recursiveprot\n"
	mountRO     = "730 729 0:26 / /sys/fs/cgroup ro,nosuid,nodev,noexec,relatime - cgroup2 cgroup rw,nsdelegate\n"
	mountSuper  = "730 729 0:26 / /sys/fs/cgroup rw,relatime - cgroup2 cgroup ro\n"
	mountMemory = "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime shared:15 master:3 - cgroup cgroup rw,memory\n"
	mountCPU    = "33 31 0:30 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct\n"
	mountHybrid = "32 31 0:27 / /sys/fs/cgroup/unified rw,relatime shared:10 - cgroup2 cgroup2 rw\n" + mountCPU + mountMemory
	mountDocker = "1085 1083 0:32 /docker/ab12 /sys/fs/cgroup/memory ro,nosuid,nodev,noexec,relatime master:15 - cgroup cgroup rw,memory\n"
	mountBelow  = "1085 1083 0:32 /docker/ab12 /sys/fs/cgroup/memory rw,relatime master:15 - cgroup cgroup rw,memory\n"
	mountSpace  = `36 31 0:33 / /mnt/my\040groups rw - cgroup2 none rw` + "\n"

	groupsV2 = "0::/user.slice/user-1000.slice/user@1000.service/app.slice/run-1.scope\n"
	groupsV1 = "12:memory:/user.slice\n4:cpu,cpuacct:/a:b\n1:name=systemd:/x\n0::/user.slice/session-2.scope\n"
)

func TestFind(t *testing.T) {
	for _, c := range []struct {
		name, mounts, groups, controller string
		top, own                         string
		wrong                            string
	}{
		{name: "version 2", mounts: mountV2, groups: groupsV2, top: "/sys/fs/cgroup", own: "/sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service/app.slice/run-1.scope"},
		{name: "its root", mounts: mountV2, groups: "0::/\n", top: "/sys/fs/cgroup", own: "/sys/fs/cgroup"},
		{name: "read-only", mounts: mountRO, groups: "0::/\n", wrong: "control groups on /sys/fs/cgroup are read-only"},
		{name: "read-only file system", mounts: mountSuper, groups: "0::/\n", wrong: "are read-only"},
		{name: "another is not", mounts: mountRO + mountSpace, groups: "0::/a\n", top: "/mnt/my groups", own: "/mnt/my groups/a"},
		{name: "outside of a namespace", mounts: mountV2, groups: "0::/../other\n", wrong: "/../other is outside"},
		{name: "version 2 is not there", mounts: mountMemory, groups: "2:memory:/\n", wrong: "no hierarchy of control groups, version 2,"},
		{name: "version 2 is not mounted", mounts: mountMemory, groups: groupsV1, wrong: "version 2, is mounted"},
		{name: "hybrid, version 2", mounts: mountHybrid, groups: groupsV1, top: "/sys/fs/cgroup/unified", own: "/sys/fs/cgroup/unified/user.slice/session-2.scope"},
		{name: "hybrid, version 1", mounts: mountHybrid, groups: groupsV1, controller: "memory", top: "/sys/fs/cgroup/memory", own: "/sys/fs/cgroup/memory/user.slice"},
		{name: "two controllers, a colon", mounts: mountHybrid, groups: groupsV1, controller: "cpuacct", top: "/sys/fs/cgroup/cpu,cpuacct", own: "/sys/fs/cgroup/cpu,cpuacct/a:b"},
		{name: "version 1 has it not", mounts: mountHybrid, groups: groupsV2, controller: "memory", wrong: "the kernel has no hierarchy of control groups for memory"},
		{name: "a container", mounts: mountDocker, groups: "12:memory:/docker/ab12\n", controller: "memory", wrong: "are read-only"},
		{name: "its group", mounts: mountBelow, groups: "12:memory:/docker/ab12\n", controller: "memory", top: "/sys/fs/cgroup/memory", own: "/sys/fs/cgroup/memory"},
		{name: "below its group", mounts: mountBelow, groups: "12:memory:/docker/ab12/c\n", controller: "memory", top: "/sys/fs/cgroup/memory", own: "/sys/fs/cgroup/memory/c"},
		{name: "another container's", mounts: mountBelow, groups: "12:memory:/docker/ab123\n", controller: "memory", wrong: "/docker/ab123 is outside of what is mounted on /sys/fs/cgroup/memory"},
		{name: "nothing", wrong: "no hierarchy"},
		{name: "broken lines", mounts: "1 2\n3 4 5 / - cgroup2\n- - -\n", groups: "0\n::\n0::/\n", wrong: "is mounted"},
	} {
		p, err := find(c.mounts, c.groups, c.controller)
		if c.wrong != "" {
			if err == nil || !strings.Contains(err.Error(), c.wrong) {
				t.Errorf("%s: %v, want %q", c.name, err, c.wrong)
			}
			continue
		}
		if err != nil || p != (place{c.top, c.own}) {
			t.Errorf("%s: %v, %v", c.name, p, err)
		}
	}
}

// made is a tree of files that may all be written but those that begin with "-", of groups
// that are marked as delegated with "+".
type made map[string]string

func (m made) read(file string) (string, error) {
	for _, mark := range []string{"", "-", "+"} {
		if s, ok := m[mark+file]; ok {
			return s, nil
		}
	}
	return "", fs.ErrNotExist
}

func (m made) mayWrite(file string) bool    { _, no := m["-"+file]; return !no }
func (m made) exists(file string) bool      { _, err := m.read(file); return err == nil }
func (m made) delegated(folder string) bool { _, ok := m["+"+folder]; return ok }

// group adds what the kernel has in a group.
func (m made) group(dir, procs, enabled string) made {
	m[path.Join(dir, "cgroup.type")] = "domain"
	m[path.Join(dir, "cgroup.controllers")] = "cpu memory pids"
	m[path.Join(dir, "cgroup.procs")] = procs
	m[path.Join(dir, "cgroup.subtree_control")] = enabled
	m[path.Join(dir, "memory.max")], m[path.Join(dir, "cpu.max")], m[path.Join(dir, "pids.max")] = "max", "max 100000", "max"
	return m
}

// foreign takes a group from its user.
func (m made) foreign(dir string) made { m["-"+dir] = ""; return m }

// with gives a file a text.
func (m made) with(file, text string) made { m[file] = text; return m }

func TestChoose(t *testing.T) {
	// user is a session of systemd: the user's from /u on.
	user := func() made {
		return made{}.group("/c", "1", "cpu memory pids").group("/c/u", "", "memory pids").group("/c/u/app", "", "memory pids").
			group("/c/u/app/run", "77", "").foreign("/c")
	}
	bare := made{}.group("/c", "1\n2", "")
	delete(bare, "/c/cgroup.type")
	managed := made{}.group("/c", "1", "").group("/c/s", "2", "")
	delete(managed, "/c/cgroup.type")
	for _, c := range []struct {
		name      string
		tree      made
		own       string
		root      bool
		want      string
		processes string
		wrong     string
	}{
		{name: "the slice of a user", tree: user(), own: "/c/u/app/run", want: "/c/u/app"},
		{name: "processes are limited", tree: user().with("/c/u/app/run/pids.max", "100"), own: "/c/u/app/run", want: "/c/u/app", processes: "100"},
		{name: "memory is limited", tree: user().with("/c/u/app/run/memory.max", "1073741824"), own: "/c/u/app/run", wrong: "/c/u/app/run has a limit (memory.max)"},
		{name: "time is limited", tree: user().with("/c/u/app/run/cpu.max", "5000 100000"), own: "/c/u/app/run", wrong: "(cpu.max)"},
		{name: "processors are limited", tree: user().with("/c/u/app/run/cpuset.cpus", "0-1"), own: "/c/u/app/run", wrong: "(cpuset.cpus)"},
		{name: "a session of another's", tree: user().group("/c/s", "5", "").foreign("/c/s"), own: "/c/s", wrong: "no control group is delegated to this user"},
		{name: "own group of procs is not writable", tree: user().with("-/c/u/app/cgroup.procs", ""), own: "/c/u/app/run", want: "/c/u"},
		{name: "threads", tree: user().with("/c/u/app/cgroup.type", "threaded"), own: "/c/u/app/run", want: "/c/u"},
		{name: "memory is not enabled, and can be", tree: user().with("/c/u/app/cgroup.subtree_control", "pids"), own: "/c/u/app/run", want: "/c/u/app"},
		{name: "with processes it cannot", tree: user().with("/c/u/app/cgroup.subtree_control", "").with("/c/u/app/cgroup.procs", "9"), own: "/c/u/app/run", want: "/c/u"},
		{name: "no controller anywhere", tree: made{}.group("/c", "1", "").with("/c/cgroup.controllers", "cpu").with("/c/cgroup.procs", ""), own: "/c", wrong: "/c has no controller for memory"},
		{name: "root of a machine without a service manager", tree: bare, own: "/c", root: true, want: "/c"},
		{name: "a container with all in one group", tree: made{}.group("/c", "1\n2", ""), own: "/c", root: true, wrong: "/c has processes and cannot be divided"},
		{name: "a container that has made a leaf", tree: made{}.group("/c", "", "").group("/c/init", "1", ""), own: "/c/init", root: true, want: "/c"},
		{name: "root takes nobody's", tree: managed, own: "/c/s", root: true, wrong: "no control group is delegated"},
		{name: "root of a service", tree: made{}.group("/c", "", "").group("/c/s", "", "").group("/c/s/leaf", "3", "").with("+/c/s", ""), own: "/c/s/leaf", root: true, want: "/c/s"},
	} {
		dir, processes, err := choose(c.tree, place{"/c", c.own}, c.root, []string{"memory"})
		switch {
		case c.wrong != "":
			if err == nil || !strings.Contains(err.Error(), c.wrong) {
				t.Errorf("%s: %s, %v, want %q", c.name, dir, err, c.wrong)
			}
		case err != nil || dir != c.want || fewer(processes, "") != fewer(c.processes, ""):
			t.Errorf("%s: %q, %q, %v", c.name, dir, processes, err)
		}
	}
}

func TestFewer(t *testing.T) {
	for _, c := range [][3]string{{"", "", ""}, {"max", "5", "5"}, {"5", "max", "5"}, {"9", "10", "9"}, {"100", "99", "99"}, {"4096", "", "4096"}} {
		if got := fewer(c[0], c[1]); got != c[2] {
			t.Errorf("fewer(%q, %q) = %q", c[0], c[1], got)
		}
	}
}
