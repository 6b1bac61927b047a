package recording

import (
	"context"
	"fmt"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Disown makes undefined symbols of an image's weak and common definitions of some names, and of __dso_handle a name like others.
func Disown(img *objfmt.ObjectImage, names []string) error {
	if len(names) == 0 {
		return nil
	}
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	for id := img.FirstGlobal; int(id) < len(img.Symbols); id++ {
		s := &img.Symbols[id]
		if !set[img.SymbolName(id)] {
			continue
		}
		if !s.Defined() {
			if img.SymbolName(id) == "__dso_handle" {
				img.ExternalHandle = true
			}
			continue
		}
		if s.Bind != objfmt.BindWeak && s.Section != objfmt.SecCommon {
			return fmt.Errorf("%s: external %s has a strong definition", img.Name, img.SymbolName(id))
		}
		s.Section, s.Value, s.Size, s.Bind = objfmt.SecUndef, 0, 0, objfmt.BindGlobal
	}
	img.Format = &disowning{img.Format, names}
	return nil
}

// disowning is the format of an image whose names are disowned: they are in the image with all sections, too.
type disowning struct {
	objfmt.Format
	names []string
}

// Full implements [objfmt.Format].
func (d *disowning) Full(ctx context.Context, img *objfmt.ObjectImage) (*objfmt.ObjectImage, error) {
	full, err := d.Format.Full(ctx, img)
	if err != nil {
		return nil, err
	}
	return full, Disown(full, d.names) // which has not failed for img
}
