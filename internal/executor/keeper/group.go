//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package keeper

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/internal/cgroup"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve/confine"
)

// Before loaded code can take any memory the executor asks its keeper, on the connection of
// -share, to put all processes into a control group with limits. The answer is this
// word, or a reason why not.
const inGroup = "in a group"

var (
	errNotKept = errors.New("this process has no keeper")
	errNoGroup = errors.New("-no-group is given")
)

const (
	// SpareMemory is how many more bytes Go may have in the executor once memory is limited.
	SpareMemory = 64 << 20
	// ownMemory is that of the executor itself which does not count for all together.
	ownMemory = SpareMemory * instrumented
)

// AskKeeper tells the keeper what memory this process has (how much that is depends on how the
// program was built) and waits until limits hold for all processes, or cannot.
func (o *Options) AskKeeper() error {
	if o.Share < 0 {
		return errNotKept
	}
	f := os.NewFile(uintptr(o.Share), "share")
	defer f.Close()
	if err := binary.Write(f, binary.NativeEndian, residentOf("self")); err != nil {
		return err
	}
	switch text, err := io.ReadAll(f); {
	case err != nil:
		return err
	case string(text) != inGroup:
		return errors.New(string(text))
	}
	return nil
}

// answer hears what AskKeeper asks, and answers.
func (k *keeper) answer(share int, o *Options) {
	defer close(k.asked)
	f := os.NewFile(uintptr(share), "share")
	defer f.Close()
	var has uint64
	if binary.Read(f, binary.NativeEndian, &has) != nil {
		return // the process has ended
	}
	text := inGroup
	if err := k.makeGroup(o); err != nil {
		text = strings.ReplaceAll(err.Error(), "\n", "; ")
		k.share.Store(has + ownMemory)
	}
	_, _ = io.WriteString(f, text) // a process that has ended needs no answer
}

// makeGroup limits all processes in a control group. What they have already stays theirs.
func (k *keeper) makeGroup(o *Options) error {
	l := o.Limits
	switch {
	case o.NoGroup:
		return errNoGroup
	case l.Memory == 0 && l.CPU == 0:
		return nil
	}
	if all := l.Memory + ownMemory; l.Memory > 0 && all > l.Memory {
		l.Memory = all
	}
	g, err := cgroup.Make(l.Memory)
	if err != nil {
		return err
	}
	if err = k.addAll(g); err != nil {
		return errors.Join(err, g.Remove())
	}
	k.group.Store(g)
	return nil
}

// addAll moves all processes below this one into a group: constructors of libraries may have made
// some.
func (k *keeper) addAll(g *cgroup.Group) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.over {
		return unix.ESRCH
	}
	added := map[int]bool{k.first: true}
	if err := g.Add(k.first); err != nil {
		return err
	}
	for before := 0; before < len(added); {
		before = len(added)
		for _, pid := range descendants() {
			if added[pid] {
				continue
			}
			if err := g.Add(pid); err != nil && !errors.Is(err, unix.ESRCH) {
				return err
			}
			added[pid] = true
		}
	}
	return nil
}

// removeGroup removes the group when all processes have ended.
func (k *keeper) removeGroup(l confine.Limits) {
	g := k.group.Load()
	if g == nil {
		return
	}
	if g.OutOfMemory() {
		k.sayMemory(l)
	}
	if err := g.Remove(); err != nil {
		fmt.Fprintf(os.Stderr, "rtdyld-executor: %v\n", err)
	}
}

// sayMemory says once that all processes have too much memory.
func (k *keeper) sayMemory(l confine.Limits) {
	k.said.Do(func() {
		fmt.Fprintf(os.Stderr, "rtdyld-executor: all processes together have more memory than %d bytes\n", l.Memory)
	})
}

// OfAll tells of limits for all processes together. err is the keeper's answer.
func (o *Options) OfAll(err error) (rs []confine.Restriction) {
	looked := fmt.Sprintf("; what all have together is looked at every %v", lookTime)
	if !o.Kept {
		looked = ""
	}
	if o.Limits.Memory > 0 {
		if err != nil {
			err = fmt.Errorf("the system holds it for each process%s, for there can be no control group: %w", looked, err)
		}
		rs = append(rs, confine.Result(confine.MemoryOfAll, err))
	}
	if o.Limits.CPU > 0 {
		err = fmt.Errorf("the system holds it for each process%s", looked)
		rs = append(rs, confine.Result(confine.CPUOfAll, err))
	}
	return rs
}
