package rtdyld

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/quirk"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
)

// Collect adds to images the members of archives that they need, as a static
// linker does: archives are searched in order, each until nothing new is found
// and all again until none has anything new, so that their positions do not
// matter. A reference that is weak pulls no member. Names that defined reports
// (nil: none) need no member either, a linker's own definitions for example. roots
// are names that are needed though no image may refer to them, such as main.
//
// It returns imgs followed by the members, which are new images and the caller's
// to close, also beside an error. The archives may be closed afterwards. An
// archive without an index is read through once. Import records of GNU tools get the
// name of their library from the archive, see [objfile.ImportLibrary].
func Collect(ctx context.Context, imgs []*objfmt.ObjectImage, archives []*ar.Archive, defined func(name string) bool, roots ...string) ([]*objfmt.ObjectImage, error) {
	if len(archives) == 0 {
		return imgs, nil
	}
	c := NewCollector(archives, defined)
	all, err := c.Collect(ctx, imgs, roots...)
	return append(imgs[:len(imgs):len(imgs)], all...), err
}

// Collector is [Collect] in steps, for those who learn later which names are needed: each
// step costs what is new in it. It must not be used concurrently.
type Collector struct {
	archives []*ar.Archive
	defined  func(string) bool
	names    map[objfmt.Key]int32 // that are known: the index of a wanted one, or isDefined
	wanted   []wanted             // those that were undefined, in the order in which they came up
	holders  holders
	asked    []int // by archive: so many of wanted, or of those that it holds, it has been asked for
	taken    map[memberKey]bool
	members  []*objfmt.ObjectImage // of one step
	parser   objfile.Members

	libraries importLibraries

	wrap   *Wrapping
	told   func(Reason)
	noting string // what needs the names that are noted
}

// wanted is a name that was undefined when it came up.
type wanted struct {
	name string
	hash uint32 // objfmt.HashName
	met  bool   // it is defined now
	by   string // what needs it; "" unless somebody is told
}

// isDefined stands for a name that was never wanted.
const isDefined = -1

// Reason is why a member of an archive was taken.
type Reason struct {
	Member string // name of its image, "lib.a(m.o)"
	Name   string // that it defines
	By     string // the image that needs it first; "" for a name that was asked for
}

// Tell has the collector say why it takes a member, when it does. It is called before the first Collect.
func (c *Collector) Tell(told func(Reason)) { c.told = told }

// NewCollector makes a collector over archives, which must stay open while it is used. defined
// reports names that need no member, nil: none.
func NewCollector(archives []*ar.Archive, defined func(name string) bool) *Collector {
	return &Collector{archives: archives, defined: defined, names: map[objfmt.Key]int32{}, taken: map[memberKey]bool{}, asked: make([]int, len(archives))}
}

// Wrap says which names are wrapped, before the first Collect: those of [Config].Wrap. nil: none.
func (c *Collector) Wrap(w *Wrapping) { c.wrap = w }

// Collect returns the members that imgs and names need and that it has not returned before:
// new images, which are the caller's to close, also beside an error. All of imgs and the members must stay
// open as long as the collector is used.
func (c *Collector) Collect(ctx context.Context, imgs []*objfmt.ObjectImage, names ...string) ([]*objfmt.ObjectImage, error) {
	c.members = nil
	for _, img := range imgs {
		if err := c.note(ctx, img); err != nil {
			return nil, err
		}
	}
	c.noting = ""
	for _, name := range names {
		c.need(name, objfmt.KeyOf(name))
	}
	if err := c.holdersOf(ctx); err != nil {
		return nil, err
	}
	for again := true; again; {
		again = false
		for i, a := range c.archives {
			if err := ctx.Err(); err != nil {
				return c.members, err
			}
			n, err := c.search(ctx, i, a)
			if err != nil {
				return c.members, err
			}
			again = again || n > 0
		}
	}
	return c.members, nil
}

// CollectAll adds every member of archives that is an object to imgs, under the
// same terms as Collect. Members that are no objects are left out.
func CollectAll(ctx context.Context, imgs []*objfmt.ObjectImage, archives []*ar.Archive) ([]*objfmt.ObjectImage, error) {
	all := imgs[:len(imgs):len(imgs)]
	var libraries importLibraries
	var parser objfile.Members
	for _, a := range archives {
		for m, err := range a.Members() {
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return all, err
			}
			img, err := parser.Parse(ctx, m)
			if errors.Is(err, objfmt.ErrUnknownFormat) {
				if err := goArchive(a, err); err != nil {
					return all, err
				}
				continue
			}
			if err != nil {
				return all, err
			}
			all = append(all, img)
			if err := libraries.name(ctx, a, img); err != nil {
				return all, err
			}
		}
	}
	return all, nil
}

// importLibraries remembers what the members of archives say of the libraries that
// import records of GNU tools are for.
type importLibraries map[importHead]string

type importHead struct {
	archive *ar.Archive
	head    string
}

// name gives an import record the name of its library. Where the archive does not
// have it the record stays as it is.
func (n *importLibraries) name(ctx context.Context, a *ar.Archive, img *objfmt.ObjectImage) error {
	im := img.Import
	if im == nil || im.Library != "" || im.Head == "" {
		return nil
	}
	key := importHead{a, im.Head}
	library, known := (*n)[key]
	if !known {
		if !a.HasIndex() {
			list := func(m ar.Member, add func(string)) error { return listDefinitions(ctx, a, m, add) }
			if err := a.BuildIndexContext(ctx, list); err != nil {
				return err
			}
		}
		var err error
		if library, err = objfile.ImportLibraryContext(ctx, a, im.Head); err != nil {
			return fmt.Errorf("%s: name of its library: %w", texts.Name(img.Name), err)
		}
		if *n == nil {
			*n = importLibraries{}
		}
		key.head = strings.Clone(key.head)
		(*n)[key] = library
	}
	im.Library = library
	return nil
}

type memberKey struct {
	archive int
	offset  uint64
}

// need notes that a name has to have a definition.
func (c *Collector) need(name string, key objfmt.Key) {
	if _, known := c.names[key]; known {
		return
	}
	i := int32(len(c.wanted))
	c.names[key] = i
	w := wanted{name: name, hash: key.Hash}
	if c.told != nil {
		w.by = c.noting
	}
	c.wanted = append(c.wanted, w)
	c.holders.want(w.hash, i)
}

// note enters the global names of an image.
func (c *Collector) note(ctx context.Context, img *objfmt.ObjectImage) error {
	var done heed.Count
	c.noting = img.Name
	_, steps, _ := targetOf(img)
	wraps := c.wrap.of(img.Triple)
	for i := range img.Directives {
		if d := &img.Directives[i]; d.Kind == objfmt.DirInclude {
			c.need(strings.Clone(d.Name), objfmt.KeyOf(d.Name))
		}
	}
	for i := int(img.FirstGlobal); i < len(img.Symbols); i++ {
		if err := done.Items(ctx, 1); err != nil {
			return fmt.Errorf("%s: collect names: %w", texts.Name(img.Name), err)
		}
		s := &img.Symbols[i]
		if s.Bind == objfmt.BindLocal || img.Hashes[i-int(img.FirstGlobal)] == 0 {
			continue
		}
		key, name := nameFor(wraps, img, objfmt.SymbolID(i))
		k, known := c.names[key]
		switch {
		case s.Section == objfmt.SecAlias && s.Bind == objfmt.BindWeak: // gives way to a definition
			if s.Other == objfmt.WeakSearchLibrary && !known {
				c.need(name, key)
			}
		case s.Defined():
			if !known {
				c.names[key] = isDefined
			} else if k >= 0 {
				c.wanted[k].met = true
			}
		case s.Bind != objfmt.BindWeak && !known:
			c.need(name, key)
			if steps != nil && steps.Descriptors != nil {
				if m, other := steps.Undefined(name); m == quirk.Alias {
					c.need(other, objfmt.KeyOf(other))
				}
			}
		}
	}
	return nil
}

// search takes from an archive what is undefined until it has nothing more to give.
func (c *Collector) search(ctx context.Context, i int, a *ar.Archive) (taken int, err error) {
	if !a.HasIndex() {
		list := func(m ar.Member, add func(string)) error { return listDefinitions(ctx, a, m, add) }
		if err := a.BuildIndexContext(ctx, list); err != nil {
			return 0, err
		}
	}
	var done heed.Count
	for {
		k, ok := c.next(i) // members may add to the end
		if !ok {
			return taken, nil
		}
		if err := done.Items(ctx, 1); err != nil {
			return taken, fmt.Errorf("%s: search: %w", texts.Name(a.Name()), err)
		}
		w := &c.wanted[k]
		if w.met {
			continue
		}
		if c.defined != nil && c.defined(w.name) {
			w.met = true
			continue
		}
		took, err := c.take(ctx, i, a, *w)
		if err != nil {
			return taken, err
		}
		if took {
			taken++
		}
	}
}

// next is the next wanted name that archive i has not been asked for, and may have.
func (c *Collector) next(i int) (k int32, ok bool) {
	at := c.asked[i]
	if list, is := c.holders.list(i); is {
		if at == len(list) {
			return 0, false
		}
		k = list[at]
	} else {
		if at == len(c.wanted) {
			return 0, false
		}
		k = int32(at)
	}
	c.asked[i]++
	return k, true
}

// take takes the member of archive i that defines a name, unless it has been taken.
func (c *Collector) take(ctx context.Context, i int, a *ar.Archive, w wanted) (taken bool, err error) {
	m, ok, err := a.LookupContext(ctx, w.name)
	if err != nil {
		return false, err
	}
	key := memberKey{i, uint64(m.Offset)}
	if !ok || c.taken[key] {
		return false, nil
	}
	c.taken[key] = true
	img, err := c.parser.Parse(ctx, m)
	if err != nil {
		return false, fmt.Errorf("needed for %s: %w", short(w.name), err)
	}
	c.members = append(c.members, img)
	if c.told != nil {
		c.told(Reason{strings.Clone(img.Name), strings.Clone(w.name), strings.Clone(w.by)})
	}
	if err := c.libraries.name(ctx, a, img); err != nil {
		return false, err
	}
	return true, c.note(ctx, img)
}

// listDefinitions tells an index what a member defines; members that are no
// objects define nothing.
func listDefinitions(ctx context.Context, a *ar.Archive, m ar.Member, add func(name string)) error {
	img, err := objfile.ParseMemberContext(ctx, m)
	if _, foreign := errors.AsType[*objfile.ForeignError](err); foreign || errors.Is(err, objfmt.ErrUnknownFormat) {
		return goArchive(a, err)
	}
	if err != nil {
		return err
	}
	defer img.Close()
	for i := int(img.FirstGlobal); i < len(img.Symbols); i++ {
		if s := &img.Symbols[i]; s.Section == objfmt.SecAlias && s.Bind == objfmt.BindWeak {
			continue // gives way to others
		} else if s.Defined() && s.Bind != objfmt.BindLocal && s.NameLen != 0 {
			add(img.NameAt(s.Name, s.NameLen))
		}
	}
	return nil
}

// goArchive refuses archives of the Go compiler by a member of its, which err says is none
// of ours. nil: the member is something else.
func goArchive(a *ar.Archive, err error) error {
	if f, ok := errors.AsType[*objfile.ForeignError](err); !ok || f.Kind != objfile.GoObject {
		return nil
	}
	return &objfile.ForeignError{File: a.Name(), Kind: objfile.GoArchive, Err: err}
}
