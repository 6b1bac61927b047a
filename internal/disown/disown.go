// Package disown makes undefined symbols of definitions that another object, or the process, is to have: of those that give way to others.
//
// Law: names are disowned, or the image is as it was.
package disown

import (
	"context"
	"fmt"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Names makes undefined symbols of an image's weak and common definitions of some names, and of __dso_handle a name like others.
func Names(img *objfmt.ObjectImage, names []string) error {
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

// Of are the names that were disowned; nil: there are none.
func Of(img *objfmt.ObjectImage) []string {
	if d, ok := img.Format.(*disowning); ok {
		return d.names
	}
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
	return full, Names(full, d.names) // which has not failed for img
}
