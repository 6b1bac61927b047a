package record

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/disown"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
)

// errChanged says that an image cannot be made of its bytes and what an input has beside.
var errChanged = errors.New("the image was changed since it was parsed")

// parse makes the image of an input.
func (in *input) parse(ctx context.Context) (*objfmt.ObjectImage, error) {
	img, err := objfile.ParseContext(ctx, in.Name, in.Bytes)
	if err != nil {
		return nil, err
	}
	if err = disown.Names(img, in.External); err == nil {
		err = in.change(img)
	}
	if err != nil {
		img.Close()
		return nil, err
	}
	return img, nil
}

// change changes an image that was parsed as another one was.
func (in *input) change(img *objfmt.ObjectImage) error {
	if in.NoGroups {
		dropGroups(img)
	}
	file := img.Symbols
	if len(in.Symbols) > 0 {
		img.Symbols, img.Hashes = slices.Clone(img.Symbols), slices.Clone(img.Hashes)
	}
	for i := range in.Symbols {
		x := &in.Symbols[i]
		hash := x.At - int(img.FirstGlobal)
		switch {
		case hash < 0 || x.At > len(img.Symbols) || x.Like < int(img.FirstGlobal) || x.Like >= len(file) || x.Bind > objfmt.BindUnique || len(img.Hashes) != len(img.Symbols)-int(img.FirstGlobal),
			x.At < len(file) && x.At != x.Like:
			return fmt.Errorf("%s: there is no symbol %d, or none like %d", texts.Name(in.Name), x.At, x.Like)
		case x.At == len(img.Symbols):
			img.Symbols, img.Hashes = append(img.Symbols, objfmt.Symbol{}), append(img.Hashes, 0)
		}
		img.Symbols[x.At] = x.of(&file[x.Like])
		if x.Bind == objfmt.BindLocal {
			img.Hashes[hash] = 0
		}
	}
	return nil
}

// of is the symbol that is like one of the file.
func (x *symbol) of(like *objfmt.Symbol) objfmt.Symbol {
	s := *like
	if x.Undefined {
		s.Section, s.Value, s.Size = objfmt.SecUndef, 0, 0
	}
	if x.Plain {
		s.Type, s.Vis, s.Other = 0, 0, 0
	}
	s.Bind = x.Bind
	return s
}

func dropGroups(img *objfmt.ObjectImage) {
	img.Groups, img.Members = nil, nil
	img.Sections = slices.Clone(img.Sections)
	for i := range img.Sections {
		img.Sections[i].Group = 0
	}
}

// compare notes what was changed in an image since it was parsed. The error says that a record cannot have that.
func (in *input) compare(img *objfmt.ObjectImage) error {
	file, err := in.parse(context.Background())
	if err != nil {
		return err
	}
	defer file.Close()
	in.NoGroups = len(img.Groups) == 0 && len(file.Groups) > 0
	places := map[objfmt.Symbol]int{} // of global symbols of the file, but for their bindings
	for i := int(file.FirstGlobal); i < len(file.Symbols); i++ {
		s := file.Symbols[i]
		s.Bind = 0
		places[s] = i
	}
	for i := range img.Symbols {
		s := &img.Symbols[i]
		if i < len(file.Symbols) && *s == file.Symbols[i] {
			continue
		}
		x := symbol{At: i, Like: i, Bind: s.Bind}
		if i < len(file.Symbols) {
			was := &file.Symbols[i]
			x.Undefined = s.Section == objfmt.SecUndef && was.Section != objfmt.SecUndef
			x.Plain = s.Type != was.Type || s.Vis != was.Vis || s.Other != was.Other
		} else {
			like := *s
			like.Bind = 0
			x.Like = places[like]
		}
		in.Symbols = append(in.Symbols, x)
	}
	if err := in.change(file); err != nil || !sameImage(file, img) {
		return errChanged
	}
	return nil
}

// sameImage reports whether two images of the same bytes are the same.
func sameImage(a, b *objfmt.ObjectImage) bool {
	return a.Triple == b.Triple && a.FirstGlobal == b.FirstGlobal && slices.Equal(a.Symbols, b.Symbols) && slices.Equal(a.Hashes, b.Hashes) && len(a.Strings) == len(b.Strings) && len(a.Groups) == len(b.Groups) &&
		slices.EqualFunc(a.Sections, b.Sections, sameSection) && (a.Import == nil) == (b.Import == nil) && (a.Import == nil || *a.Import == *b.Import)
}

// sameSection reports whether a section is as it was parsed.
func sameSection(a, b objfmt.Section) bool {
	return a.Size == b.Size && a.Flags == b.Flags && a.Name == b.Name && a.Number == b.Number && a.Group == b.Group && a.Link == b.Link && a.Align == b.Align && a.Kind == b.Kind && a.Role == b.Role &&
		len(a.Data) == len(b.Data) && len(a.Raw) == len(b.Raw)
}
