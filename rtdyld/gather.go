package rtdyld

import (
	"fmt"

	"github.com/go-rtdyld/rtdyld/internal/texts"
)

// has refuses objects that the linker does not have, or not any more.
func (l *Linker) has(objs []*Object) error {
	for _, o := range objs {
		if o.l != l {
			return fmt.Errorf("%s: object of another linker", texts.Name(o.name))
		}
		if o.gone() {
			return fmt.Errorf("%s: %w", texts.Name(o.name), ErrUnloaded)
		}
	}
	return nil
}

// gather lists objects, each once. Its objects are marked until it is done, so that there is
// one at a time, under the linker's lock.
type gather struct{ objs []*Object }

// add adds an object, and reports whether it is new.
func (g *gather) add(o *Object) bool {
	if o.gathered {
		return false
	}
	o.gathered = true
	g.objs = append(g.objs, o)
	return true
}

// done returns the objects in load order.
func (g *gather) done() []*Object {
	for _, o := range g.objs {
		o.gathered = false
	}
	sortObjects(g.objs)
	return g.objs
}

// objectsText is objects for people: the first, and how many more there are.
func objectsText(objs []*Object) string {
	first := texts.Name(objs[0].name)
	switch n := len(objs) - 1; n {
	case 0:
		return first
	case 1:
		return first + " and another object"
	default:
		return fmt.Sprintf("%s and %d more objects", first, n)
	}
}

// callError is what a callback for objects returns, with them and what it was to do; nil for nil.
func callError(objs []*Object, what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %s: %w", objectsText(objs), what, err)
}
