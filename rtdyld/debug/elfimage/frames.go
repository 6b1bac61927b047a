package elfimage

import (
	"fmt"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/unwind"
)

// frames takes an object's call frame information, unless it has .debug_frame itself:
// that is exact where tables for exceptions need not be.
func (b *builder) frames(o *rtdyld.Object) error {
	if b.framed {
		return nil
	}
	t, err := unwind.Read(o)
	if t == nil {
		return err
	}
	to := b.section(".debug_frame")
	out := t.AppendDebugFrame(to.data)
	if !fits(uint64(len(out))) {
		return fmt.Errorf("call frames of %d bytes: %w", len(out), ErrSize)
	}
	to.data = out
	return err
}
