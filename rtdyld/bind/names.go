package bind

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Archive is an archive or an object whose names are bound.
type Archive struct {
	Name string // of the file that is embedded, without folders
	Data []byte
}

// kind is what lies behind a name of an archive.
type kind uint8

const (
	kindFunction kind = iota + 1
	kindData
)

// definitions are the global names that archives define, as C has them.
type definitions struct {
	names  map[string]kind
	hidden map[string]bool // functions of hidden visibility: objects of one unit see them, others do not
	target triple.Triple   // of the first object
}

// TargetError says that a file is for another target than the package.
type TargetError struct{ File, Has, Want string }

func (e *TargetError) Error() string {
	if e.File == probeName {
		return fmt.Sprintf("the compiler is for %s, the package for %s: name another compiler (-cc)", e.Has, e.Want)
	}
	return fmt.Sprintf("%s is for %s, the package for %s", e.File, e.Has, e.Want)
}

// TargetOf says what the first object of the archives is for.
func TargetOf(ctx context.Context, archives []Archive) (system, machine string, err error) {
	d, err := define(ctx, archives)
	if err != nil {
		return "", "", err
	}
	return goos(d.target), d.target.GOARCH(), nil
}

// goos is the system that an object is for. Those of ELF say none mostly.
func goos(t triple.Triple) string {
	if name := t.GOOS(); name != "" || !t.IsELF() {
		return name
	}
	return "linux"
}

// goTarget is a target as Go calls it, if it can.
func goTarget(t triple.Triple) string {
	if t.GOARCH() == "" {
		return t.String()
	}
	return goos(t) + "/" + t.GOARCH()
}

// define reads all members of the archives.
func define(ctx context.Context, archives []Archive) (*definitions, error) {
	d := &definitions{names: map[string]kind{}, hidden: map[string]bool{}}
	for _, in := range archives {
		if err := d.file(ctx, in); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// fits refuses an object for another target than those before it.
func (d *definitions) fits(name string, t triple.Triple) error {
	if d.target.IsZero() {
		d.target = t
	}
	if t.GOARCH() == d.target.GOARCH() && t.PointerBits() == d.target.PointerBits() && t.Format() == d.target.Format() {
		return nil
	}
	return &TargetError{name, goTarget(t), goTarget(d.target)}
}

// file adds the names of an archive or an object.
func (d *definitions) file(ctx context.Context, in Archive) error {
	a, err := ar.ParseContext(ctx, in.Name, in.Data)
	if errors.Is(err, objfmt.ErrUnknownFormat) {
		img, err := objfile.ParseContext(ctx, in.Name, in.Data)
		if err != nil {
			return err
		}
		defer img.Close()
		return d.image(img)
	}
	if err != nil {
		return err
	}
	defer a.Close()
	if a.Thin() {
		return fmt.Errorf("%s: a thin archive has no members to embed: %w", in.Name, objfmt.ErrUnsupported)
	}
	for m, err := range a.Members() {
		if err != nil {
			return err
		}
		img, err := objfile.ParseMemberContext(ctx, m)
		if errors.Is(err, objfmt.ErrUnknownFormat) {
			continue // a text
		}
		if err != nil {
			return err
		}
		err = d.image(img)
		img.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// image adds the names that an object defines.
func (d *definitions) image(img *objfmt.ObjectImage) error {
	if err := d.fits(img.Name, img.Triple); err != nil {
		return err
	}
	prefix := img.Triple.SymbolPrefix()
	for i := int(img.FirstGlobal); i < len(img.Symbols); i++ {
		s := &img.Symbols[i]
		if !s.Defined() || s.Bind == objfmt.BindLocal {
			continue
		}
		name, ok := strings.CutPrefix(img.SymbolName(objfmt.SymbolID(i)), prefix)
		if !ok || !isIdentifier(name) {
			continue
		}
		k := kindData
		switch s.Type {
		case objfmt.SymFunc, objfmt.SymIFunc:
			k = kindFunction
		case objfmt.SymNone:
			if int(s.Section) < len(img.Sections) && img.Sections[s.Section].Kind == objfmt.KindCode {
				k = kindFunction
			}
		}
		switch {
		case s.Vis < objfmt.VisHidden && d.names[name] == 0:
			name = strings.Clone(name)
			d.names[name] = k
			delete(d.hidden, name)
		case s.Vis >= objfmt.VisHidden && d.names[name] == 0 && k == kindFunction:
			d.hidden[strings.Clone(name)] = true
		}
	}
	return nil
}

// isIdentifier reports a name of C.
func isIdentifier(s string) bool {
	for i := range len(s) {
		if !isWordByte(s[i]) || i == 0 && isDigit(s[0]) {
			return false
		}
	}
	return s != ""
}

func isDigit(b byte) bool { return b-'0' < 10 }

// isWordByte reports a byte of identifiers; gcc and clang take $.
func isWordByte(b byte) bool { return b == '_' || b == '$' || isDigit(b) || b|0x20-'a' < 26 }
