package record

import (
	"context"
	"fmt"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/disown"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// session is a linker that is recorded. Its fields are guarded by r.mu.
type session struct {
	r       *Recorder
	on      int
	numbers map[*rtdyld.Object]int // of loaded objects
	next    int                    // number of an object
	waiting []*rtdyld.Operation    // that have ended, and are about objects whose Load has not
	open    int                    // calls that have begun and not ended
	gone    []*rtdyld.Object       // whose numbers are kept for such calls alone

	looked map[lookup]found // since the last other call
	order  uint64           // of that
	fixed  map[string]fixed
}

// lookup and found are a question for a name, and the answer.
type lookup struct {
	o    *rtdyld.Object
	name string
}

type found struct {
	addr uint64
	err  string
}

// call is what is known of a call that is at work: [rtdyld.Operation.Own].
type call struct {
	id    uint64
	first int // of a load
	begun bool
	made  [numCallbacks]int // callbacks
}

// maxLooked is how many names are remembered, so that they are not told of again.
const maxLooked = 1 << 14

func (s *session) write(e *event) {
	e.On = s.on
	s.r.write(e)
}

func (s *session) put(e *event) {
	s.r.mu.Lock()
	defer s.r.mu.Unlock()
	s.write(e)
}

// begin is told of a call that begins.
func (s *session) begin(op *rtdyld.Operation) {
	var inputs []input
	var err error
	switch op.Do {
	case rtdyld.DoLoad:
		inputs, err = takeInputs(op.Images)
	case rtdyld.DoMapImage:
		inputs = []input{{Name: op.Images[0].Name, Bytes: bytesOf(op.Images[0])}}
	}
	s.r.mu.Lock()
	defer s.r.mu.Unlock()
	if s.r.err == nil {
		s.r.err = err
	}
	s.open++
	c := s.newCall(op)
	if makes(op) {
		c.first = s.next
		s.next += len(op.Images)
		if op.Resolver != nil {
			op.Resolver = &recordedResolver{s, op.Resolver, c.id}
		}
	}
	s.tellBegin(op, c, inputs)
}

// makes reports whether a call makes objects.
func makes(op *rtdyld.Operation) bool { return op.Do == rtdyld.DoLoad || op.Do == rtdyld.DoMapImage }

// newCall numbers a call. r.mu is held.
func (s *session) newCall(op *rtdyld.Operation) *call {
	s.r.calls++
	c := &call{id: s.r.calls}
	op.Own = c
	return c
}

// tellBegin writes down what a call is about, unless some object's number is not known. r.mu is held.
func (s *session) tellBegin(op *rtdyld.Operation, c *call, inputs []input) {
	b := &operation{ID: c.id, Do: op.Do.String(), Inputs: inputs, First: c.first, Alone: op.Alone, Own: op.Resolver != nil, Section: op.Section, Name: op.Name, Addr: op.Addr}
	if op.Do == rtdyld.DoSave {
		b.Save = &op.Save
	}
	if op.Do == rtdyld.DoMapImage {
		b.Map = &op.Map
	}
	if !makes(op) {
		var ok bool
		if b.Objects, ok = s.numbersOf(op.Objects); !ok {
			return
		}
	}
	c.begun = true
	s.write(&event{Begin: b})
}

// numbersOf are the numbers of objects, if all are known: another goroutine may have found an object whose Load has not returned. r.mu is held.
func (s *session) numbersOf(objs []*rtdyld.Object) (list []int, ok bool) {
	for _, o := range objs {
		n, ok := s.numbers[o]
		if !ok {
			return nil, false
		}
		list = append(list, n)
	}
	return list, true
}

// end is told of a call that ends.
func (s *session) end(op *rtdyld.Operation) {
	s.r.mu.Lock()
	defer s.r.mu.Unlock()
	if op.Do == rtdyld.DoLookup && s.wasLooked(op) {
		return
	}
	if op.Own == nil {
		s.newCall(op)
	} else {
		s.open--
	}
	if makes(op) {
		for i, o := range op.Objects {
			s.numbers[o] = op.Own.(*call).first + i
		}
	}
	if !s.tellEnd(op) {
		s.waiting = append(s.waiting, op)
	} else if makes(op) {
		s.waiting = slices.DeleteFunc(s.waiting, s.tellEnd)
	}
	if op.Err == nil && (op.Do == rtdyld.DoUnload || op.Do == rtdyld.DoDetach) {
		s.gone = append(s.gone, op.Objects...)
	}
	if s.open == 0 && len(s.waiting) == 0 {
		for _, o := range s.gone {
			delete(s.numbers, o)
		}
		s.gone = nil
	}
}

// tellEnd writes down what a call has come to, unless some object's number is not known. r.mu is held.
func (s *session) tellEnd(op *rtdyld.Operation) bool {
	c := op.Own.(*call)
	e, ok := s.outcomeOf(op)
	if !ok {
		return false
	}
	if !c.begun {
		if s.tellBegin(op, c, nil); !c.begun {
			return false
		}
	}
	s.write(&event{End: e})
	return true
}

// outcomeOf is what a call has come to as far as it is known. r.mu is held.
func (s *session) outcomeOf(op *rtdyld.Operation) (e *outcome, ok bool) {
	e = &outcome{Of: op.Own.(*call).id, Order: op.Order, Error: text(op.Err)}
	for _, p := range op.Passes {
		list, ok := s.numbersOf(p.Objects)
		if !ok {
			return nil, false
		}
		e.Passes = append(e.Passes, pass{p.Order, list})
	}
	if e.Failed, ok = s.numbersOf(op.Failed); !ok {
		return nil, false
	}
	for _, lib := range op.Libraries {
		e.Libraries = append(e.Libraries, libraryOf(&lib))
	}
	return e, true
}

// took writes down that a call has taken effect and goes on to the program's own code.
func (s *session) took(ctx context.Context) {
	op := rtdyld.OperationOf(ctx)
	if op == nil || op.Order == 0 {
		return
	}
	s.r.mu.Lock()
	defer s.r.mu.Unlock()
	if c, ok := op.Own.(*call); ok && c.begun {
		if e, ok := s.outcomeOf(op); ok {
			s.write(&event{Took: e})
		}
	}
}

// wasLooked reports whether the same look-up with the same answer has been told of since the last change. r.mu is held.
func (s *session) wasLooked(op *rtdyld.Operation) bool {
	if s.order != op.Order || s.looked == nil || len(s.looked) >= maxLooked {
		s.order, s.looked = op.Order, map[lookup]found{}
	}
	k, f := lookup{name: op.Name}, found{op.Addr, text(op.Err)}
	if len(op.Objects) > 0 {
		k.o = op.Objects[0]
	}
	if was, ok := s.looked[k]; ok && was == f {
		return true
	}
	s.looked[k] = f
	return false
}

// takeInputs takes what a batch is loaded from. The error says which image is not what its bytes are.
func takeInputs(imgs []*objfmt.ObjectImage) (list []input, err error) {
	for _, img := range imgs {
		in := input{Name: img.Name, External: disown.Of(img)}
		if in.Bytes = bytesOf(img); in.Bytes != nil {
			if e := in.compare(img); e != nil && err == nil {
				err = fmt.Errorf("%s: not recorded: %w", texts.Name(img.Name), e)
			}
		}
		list = append(list, in)
	}
	return list, err
}

// bytesOf is a copy of the file that an image is of; nil: the image is closed.
func bytesOf(img *objfmt.ObjectImage) []byte {
	if !img.Buffer.TryRetain() {
		return nil
	}
	defer img.Buffer.Close()
	return append([]byte{}, img.Buffer.Bytes()...)
}
