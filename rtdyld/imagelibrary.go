package rtdyld

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/link/mapped"
	"github.com/go-rtdyld/rtdyld/internal/texts"
)

// ImageLibraryError reports a shared library that is another one than that which a linked image was bound to. It matches [ErrImageLibrary].
type ImageLibraryError struct {
	Image string       // file of the image
	Saved ImageLibrary // what the image says
	Found ImageLibrary // what Config.Library says
}

func (e *ImageLibraryError) Error() string {
	return fmt.Sprintf("%s: %v: %s has %s, not %s", texts.Name(e.Image), ErrImageLibrary, texts.Name(e.Saved.Name), e.Found.identity(), e.Saved.identity())
}

// Is matches [ErrImageLibrary].
func (e *ImageLibraryError) Is(target error) bool { return target == ErrImageLibrary }

// identity is what tells a library apart, as text.
func (a *ImageLibrary) identity() string {
	switch {
	case len(a.BuildID) > 0:
		return fmt.Sprintf("build id %x", a.BuildID)
	case a.SHA256 != [32]byte{}:
		return fmt.Sprintf("SHA-256 %x", a.SHA256)
	default:
		return fmt.Sprintf("no build id, %d bytes", a.Size)
	}
}

// maxIdentity is how many bytes of a build id count: as many as images have room for.
const maxIdentity = 32

// is reports whether a library may be the one that is there: one that nothing is known of is any.
func (a *ImageLibrary) is(there *ImageLibrary) bool {
	cut := func(id []byte) []byte { return id[:min(len(id), maxIdentity)] }
	var unknown [32]byte
	switch {
	case len(a.BuildID) > 0:
		return bytes.Equal(cut(a.BuildID), cut(there.BuildID))
	case a.SHA256 == unknown:
		return true
	case len(there.BuildID) > 0:
		return false // a file with a build id is told apart by that
	case there.SHA256 != unknown:
		return a.SHA256 == there.SHA256
	}
	return a.Size == 0 || there.Size == 0 || a.Size == there.Size
}

// Libraries lists the shared libraries that imports of the image were bound to when it was saved, in the order of the file: who maps it has them opened first. Of BuildID and
// SHA256 one at most is set. The caller owns the list.
func (x *LinkedImage) Libraries() []ImageLibrary {
	out := make([]ImageLibrary, len(x.img.Note.Libs))
	for i := range out {
		out[i] = libraryOf(&x.img.Note.Libs[i])
	}
	return out
}

// ThreadLocals returns how many bytes of each thread the image's thread-locals have, and what they are aligned to.
func (x *LinkedImage) ThreadLocals() (size, align uint64) { return x.img.TLS.Size, x.img.TLS.Align }

// libraryOf is a copy of what an image says of a library.
func libraryOf(lib *mapped.Library) ImageLibrary {
	out := ImageLibrary{Name: strings.Clone(lib.Name), Size: lib.Size}
	switch lib.Kind {
	case mapped.BuildID:
		out.BuildID = bytes.Clone(lib.ID)
	case mapped.FileHash:
		copy(out.SHA256[:], lib.ID)
	}
	return out
}

// checkLibraries compares the libraries that imports are bound to with those that they were bound to.
func (m *mapping) checkLibraries(ctx context.Context) error {
	ask := m.l.cfg.Library
	if ask == nil || m.cfg.AnyLibrary {
		return nil
	}
	asked := make([]*mapped.Library, 0, len(m.img.Note.Libs))
	for i := range m.imports {
		lib := m.img.Library(uint32(i))
		if s := &m.imports[i]; lib == nil || !s.Found || s.Object != nil || slices.Contains(asked, lib) {
			continue
		}
		asked = append(asked, lib)
		saved := libraryOf(lib)
		found, ok := ask(saved.Name)
		if op := m.l.operation(ctx); op != nil {
			op.Libraries = append(op.Libraries, LibraryAnswer{saved.Name, found, ok})
		}
		if ok && !saved.is(&found) {
			return &ImageLibraryError{strings.Clone(m.x.Name()), saved, found}
		}
	}
	return nil
}
