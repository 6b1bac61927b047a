//go:build (linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)) || (windows && amd64)

package host

import (
	"context"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// runner runs constructors and destructors.
type runner interface {
	rtdyld.Initializer
	init(ctx context.Context, funcs, fini []uint64) error
	fini(ctx context.Context, objs []member, funcs []uint64) error
}

// attached is a RemoteObject as the process's registry has it.
type attached struct{ *RemoteObject }

// attachedMembers are objects as members.
func attachedMembers(objs []*RemoteObject) []member {
	ms := make([]member, len(objs))
	for i, o := range objs {
		ms[i] = attached{o}
	}
	return ms
}

// Blocks implements member. The memory stays that of the code that put the object there.
func (o attached) Blocks() []rtdyld.Block {
	blocks := make([]rtdyld.Block, 0, len(o.Memory))
	for _, m := range o.Memory {
		if m.Size > 0 {
			blocks = append(blocks, rtdyld.Block{Mem: foreign[byte](uintptr(m.Addr), int(m.Size)), Addr: m.Addr})
		}
	}
	return blocks
}

// DSOHandle implements member.
func (o attached) DSOHandle() uint64 { return o.Handle }

// Attach does for objects of another process's linker what a linker's listener and
// initializer do for its own: from then on the process knows whose memory an address is,
// then the constructors run, in order, on the calling goroutine. Should loaded code call exit, destructors run, in the order of fini. On an error none of
// the constructors has run, and the objects are not attached. A program must not attach an object twice.
func (p *Process) Attach(ctx context.Context, objs []*RemoteObject, init, fini []uint64) error {
	for _, o := range objs {
		if err := o.check(); err != nil {
			return err
		}
	}
	ms := attachedMembers(objs)
	p.enter(ms)
	p.showData(objs)
	err := p.runs.init(ctx, init, fini)
	if err != nil {
		p.hideData(objs)
		p.leave(ms)
	}
	return err
}

// Detach runs what attached objects have registered to be run at the end, then the
// destructors in order, and forgets the objects, whatever the error. Their memory must
// still be there.
func (p *Process) Detach(ctx context.Context, objs []*RemoteObject, fini []uint64) error {
	ms := attachedMembers(objs)
	defer p.leave(ms)
	defer p.hideData(objs)
	return p.runs.fini(ctx, ms, fini)
}
