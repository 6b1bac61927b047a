package symbolize

import (
	"errors"
	"fmt"

	"github.com/go-rtdyld/rtdyld/rtdyld/debug/unwind"
)

// maxFrames bounds a backtrace: a stack that was overwritten may lead in circles.
const maxFrames = 4096

// ErrFrames says that a stack has more frames than a backtrace shows, 4096.
var ErrFrames = errors.New("stack has too many frames")

// Backtrace goes up a stack from regs as long as the frames are those of loaded code, by
// the objects' unwind tables, and tells where each frame is, that of regs first. read
// copies memory of the address space at addr to dst, all of it or it returns an error.
//
// regs is left at the first frame that is not of loaded code, so that the caller may go on
// from there, or, with an error, at the frame that has no rule or cannot be read: that
// of [unwind.Table.Step]. [unwind.ErrOutermost] is no error here. The line of a frame that
// called another is that of the call.
func (s *Symbolizer) Backtrace(regs *unwind.Regs, read func(addr uint64, dst []byte) error) ([]Location, error) {
	var out []Location
	for {
		e, ok := s.index.Load().find(regs.Lookup())
		if !ok {
			return out, nil
		}
		if len(out) == maxFrames {
			return out, ErrFrames
		}
		l, ok := e.obj.locate(e, regs.Lookup(), true)
		if !ok { // unloaded meanwhile
			return out, nil
		}
		l.Offset += regs.PC() - l.PC
		l.PC = regs.PC()
		out = append(out, l)
		t, err := e.obj.unwindTable()
		if err != nil {
			return out, fmt.Errorf("%s: %w", l.Object, err)
		}
		err = t.Step(regs, read)
		switch {
		case errors.Is(err, unwind.ErrOutermost):
			return out, nil
		case err != nil:
			return out, err
		}
	}
}

// unwindTable returns the object's table, and makes it first if nobody has yet.
func (k *object) unwindTable() (*unwind.Table, error) {
	if t := k.unwind.Load(); t != nil {
		return t, nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if t := k.unwind.Load(); t != nil {
		return t, nil
	}
	t, err := unwind.Read(k.loaded)
	if t == nil {
		return nil, err
	}
	k.unwind.Store(t) // records that make no sense are left out, the others count
	return t, nil
}
