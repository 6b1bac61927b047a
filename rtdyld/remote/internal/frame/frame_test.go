package frame

import (
	"bytes"
	"encoding/binary"
	"errors"
	"reflect"
	"slices"
	"testing"
)

// feed gives a buffer what comes, n bytes at a time, and takes frames by next.
func feed(r *Buffer, data []byte, n int, next func() (bool, error)) error {
	for {
		ok, err := next()
		if err != nil {
			return err
		}
		if ok {
			continue
		}
		if len(data) == 0 {
			return nil
		}
		k := copy(r.Space(), data[:min(n, len(data))])
		r.Grow(k)
		data = data[k:]
	}
}

func TestFrames(t *testing.T) {
	calls := []Call{
		{ID: 1, Addr: 1 << 63, Convention: 12, Result: 5, Params: []uint8{}, Args: []uint64{}},
		{ID: 1 << 62, Addr: 0x1234, Result: 12, Params: []uint8{1, 2, 3}, Args: []uint64{4, 5, 1<<64 - 1}},
		{Params: slices.Repeat([]uint8{5}, MaxParams), Args: slices.Repeat([]uint64{7}, MaxParams)},
	}
	answers := []Answer{{ID: 9, Result: 1 << 63}, {ID: 8, Result: 2, Counted: true, Stdout: 3, Stderr: 4}, {Status: []byte{}}, {ID: 7, Status: bytes.Repeat([]byte{1}, MaxAnswer-headSize-1)}}
	for n := range 300 {
		var b []byte
		for i := range calls {
			b = calls[i].Append(b)
		}
		r := NewBuffer(MaxCall)
		var got Call
		k := 0
		if err := feed(r, b, n+1, func() (bool, error) {
			ok, err := r.Call(&got)
			if ok {
				if !reflect.DeepEqual(got, calls[k]) {
					t.Errorf("call %d is %+v", k, got)
				}
				k++
			}
			return ok, err
		}); err != nil || k != len(calls) || r.Part() {
			t.Fatal(k, err)
		}
	}
	var b []byte
	for i := range answers {
		b = answers[i].Append(b)
	}
	r := NewBuffer(MaxAnswer)
	var got Answer
	k := 0
	if err := feed(r, b, 1000, func() (bool, error) {
		ok, err := r.Answer(&got)
		if ok {
			if !reflect.DeepEqual(got, answers[k]) {
				t.Errorf("answer %d is %+v", k, got)
			}
			k++
		}
		return ok, err
	}); err != nil || k != len(answers) {
		t.Fatal(k, err)
	}
}

// TestMalformed: what is no frame is an *Error, as soon as that is known.
func TestMalformed(t *testing.T) {
	sized := func(n uint32, rest ...byte) []byte {
		return append(binary.LittleEndian.AppendUint32(nil, n), rest...)
	}
	id := make([]byte, 8)
	for name, b := range map[string][]byte{
		"call: nothing":              sized(0),
		"call: no number":            sized(7),
		"call: too large":            sized(MaxCall - sizeSize + 1),
		"call: huge":                 sized(1<<32 - 1),
		"call: an answer":            (&Answer{}).Append(nil),
		"call: too few arguments":    sized(21, append(id, make([]byte, 13)...)...),
		"call: parameters missing":   sized(20, append(id, append(make([]byte, 11), 1)...)...),
		"answer: no kind":            sized(8, id...),
		"answer: another kind":       sized(17, append(id, 3, 0, 0, 0, 0, 0, 0, 0, 0)...),
		"answer: too short":          sized(16, append(id, 0, 0, 0, 0, 0, 0, 0, 0)...),
		"answer: too long":           sized(18, append(id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)...),
		"answer: counts are missing": sized(17, append(id, 1, 0, 0, 0, 0, 0, 0, 0, 0)...),
		"answer: too large":          sized(MaxAnswer - sizeSize + 1),
	} {
		var c Call
		var a Answer
		r := NewBuffer(MaxCall)
		next := func() (bool, error) { return r.Call(&c) }
		if name[0] == 'a' {
			r = NewBuffer(MaxAnswer)
			next = func() (bool, error) { return r.Answer(&a) }
		}
		err := feed(r, b, len(b), next)
		var e *Error
		if !errors.As(err, &e) || !errors.Is(err, ErrFrame) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// fuzzed cuts any bytes into frames, in pieces of n, and writes them again: they are the same bytes, up to an error, which is
// an *Error.
func fuzzed(t *testing.T, data []byte, n, most int, next func(r *Buffer) (again []byte, ok bool, err error)) {
	var out []byte
	r := NewBuffer(most)
	err := feed(r, data, n%most+1, func() (bool, error) {
		b, ok, err := next(r)
		out = append(out, b...)
		return ok, err
	})
	if !bytes.HasPrefix(data, out) {
		t.Errorf("%x was read as %x", data, out)
	}
	if err == nil && r.Part() != (len(out) < len(data)) {
		t.Error("bytes are lost")
	}
	if err != nil && !errors.Is(err, ErrFrame) {
		t.Error(err)
	}
}

func FuzzCalls(f *testing.F) {
	f.Add((&Call{ID: 1, Addr: 2, Params: []uint8{1, 2}, Args: []uint64{3, 4}}).Append(nil), 5)
	f.Add(append((&Call{}).Append(nil), 1, 2, 3), 100)
	f.Fuzz(func(t *testing.T, data []byte, n int) {
		fuzzed(t, data, n&0xffff, MaxCall, func(r *Buffer) ([]byte, bool, error) {
			var c Call
			ok, err := r.Call(&c)
			if !ok {
				return nil, ok, err
			}
			return c.Append(nil), ok, err
		})
	})
}

func FuzzAnswers(f *testing.F) {
	f.Add((&Answer{ID: 1, Result: 2}).Append((&Answer{Counted: true}).Append(nil)), 5)
	f.Add((&Answer{Status: []byte("status")}).Append(nil), 100)
	f.Fuzz(func(t *testing.T, data []byte, n int) {
		fuzzed(t, data, n&0xffff, MaxAnswer, func(r *Buffer) ([]byte, bool, error) {
			var a Answer
			ok, err := r.Answer(&a)
			if !ok {
				return nil, ok, err
			}
			return a.Append(nil), ok, err
		})
	})
}
