package arm

import (
	"context"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// insnSet is quirk.Steps.InsnSet: mapping symbols say where code is Thumb (ELF for the Arm Architecture, "Mapping symbols"); a
// section without is ARM code. Data at its end is in no instruction set.
func insnSet(ctx context.Context, img *objfmt.ObjectImage, id objfmt.SectionID) (set [2]uint8, err error) {
	var done heed.Count
	last := uint64(0)
	for i := range img.Symbols[:img.FirstGlobal] {
		if err := done.Items(ctx, 1); err != nil {
			return set, err
		}
		s := &img.Symbols[i]
		if s.Section != id || s.Value >= img.Sections[id].Size {
			continue
		}
		name := img.SymbolName(objfmt.SymbolID(i))
		name, _, _ = strings.Cut(name, ".")
		thumb := uint8(0)
		switch name {
		case "$t":
			thumb = 1
		case "$a":
		default:
			continue
		}
		if s.Value == 0 {
			set[0] = thumb
		}
		if s.Value >= last {
			last, set[1] = s.Value, thumb
		}
	}
	return set, nil
}
