package frame

import (
	"encoding/binary"
	"errors"
	"fmt"
)

const (
	// MaxParams is how many parameters a call may have here. Others go by gRPC.
	MaxParams = 64
	// MaxCall and MaxAnswer are the most bytes of a frame: of an error a text and its detail.
	MaxCall   = headSize + callSize + MaxParams*9
	MaxAnswer = 32 << 10

	sizeSize = 4
	headSize = sizeSize + 8
	callSize = 12
)

// ErrFrame is matched by every *[Error].
var ErrFrame = errors.New("malformed frame")

// Error reports bytes that are no frame.
type Error struct{ Msg string }

func (e *Error) Error() string { return "malformed frame: " + e.Msg }

// Is matches [ErrFrame].
func (e *Error) Is(t error) bool { return t == ErrFrame }

func malformed(format string, args ...any) error { return &Error{fmt.Sprintf(format, args...)} }

// Call is a call of a function. Params and Args are parallel.
type Call struct {
	ID         uint64
	Addr       uint64
	Convention uint16
	Result     uint8
	Params     []uint8  // of the frame
	Args       []uint64 // of the reader, until the next frame
}

// Answer is the answer to a call.
type Answer struct {
	ID             uint64
	Result         uint64
	Counted        bool // Stdout and Stderr are known
	Stdout, Stderr uint64
	Status         []byte // of the frame; not nil: the call was refused
}

// Append appends a call of MaxParams parameters at most.
func (c *Call) Append(b []byte) []byte {
	n := len(c.Params)
	b = binary.LittleEndian.AppendUint32(b, uint32(headSize-sizeSize+callSize+9*n))
	b = binary.LittleEndian.AppendUint64(b, c.ID)
	b = binary.LittleEndian.AppendUint64(b, c.Addr)
	b = binary.LittleEndian.AppendUint16(b, c.Convention)
	b = append(b, c.Result, uint8(n))
	b = append(b, c.Params...)
	for _, a := range c.Args[:n] {
		b = binary.LittleEndian.AppendUint64(b, a)
	}
	return b
}

// The kinds of answers.
const (
	kindResult = iota
	kindCounted
	kindStatus
)

// Append appends an answer.
func (a *Answer) Append(b []byte) []byte {
	at := len(b)
	b = append(b, 0, 0, 0, 0)
	b = binary.LittleEndian.AppendUint64(b, a.ID)
	switch {
	case a.Status != nil:
		b = append(append(b, kindStatus), a.Status...)
	case a.Counted:
		b = binary.LittleEndian.AppendUint64(append(b, kindCounted), a.Result)
		b = binary.LittleEndian.AppendUint64(b, a.Stdout)
		b = binary.LittleEndian.AppendUint64(b, a.Stderr)
	default:
		b = binary.LittleEndian.AppendUint64(append(b, kindResult), a.Result)
	}
	binary.LittleEndian.PutUint32(b[at:], uint32(len(b)-at-sizeSize))
	return b
}

// Buffer cuts what is read into frames. The zero value is not usable.
type Buffer struct {
	b        []byte
	from, to int // what is read and not taken
	most     int
	args     [MaxParams]uint64
}

// NewBuffer makes a buffer for frames of most bytes: MaxCall or MaxAnswer.
func NewBuffer(most int) *Buffer { return &Buffer{b: make([]byte, 2*most), most: most} }

// Space is where the next bytes go, of which [Buffer.Grow] tells the number. It is never
// empty once no whole frame is left; what frames refer to is lost.
func (r *Buffer) Space() []byte {
	if r.from > 0 {
		r.to = copy(r.b, r.b[r.from:r.to])
		r.from = 0
	}
	return r.b[r.to:]
}

// Grow says that n bytes were read.
func (r *Buffer) Grow(n int) { r.to += n }

// Part reports whether there is part of a frame.
func (r *Buffer) Part() bool { return r.to > r.from }

// next takes a frame without its size, nil if not all of it is there.
func (r *Buffer) next() ([]byte, error) {
	b := r.b[r.from:r.to]
	if len(b) < sizeSize {
		return nil, nil
	}
	n := binary.LittleEndian.Uint32(b)
	if n < headSize-sizeSize || n > uint32(r.most-sizeSize) {
		return nil, malformed("%d bytes", n)
	}
	end := sizeSize + int(n)
	if len(b) < end {
		return nil, nil
	}
	r.from += end
	return b[sizeSize:end], nil
}

// Call takes the next call; ok is false if not all of it is there.
func (r *Buffer) Call(c *Call) (ok bool, err error) {
	b, err := r.next()
	if b == nil || err != nil {
		return false, err
	}
	if len(b) < headSize-sizeSize+callSize {
		return false, malformed("a call of %d bytes", len(b))
	}
	c.ID, c.Addr = binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])
	c.Convention, c.Result = binary.LittleEndian.Uint16(b[16:]), b[18]
	n := int(b[19])
	if b = b[20:]; n > MaxParams || len(b) != 9*n {
		return false, malformed("%d bytes for %d parameters", len(b), n)
	}
	c.Params, c.Args = b[:n:n], r.args[:n]
	for i := range n {
		c.Args[i] = binary.LittleEndian.Uint64(b[n+8*i:])
	}
	return true, nil
}

// Answer takes the next answer; ok is false if not all of it is there.
func (r *Buffer) Answer(a *Answer) (ok bool, err error) {
	b, err := r.next()
	if b == nil || err != nil {
		return false, err
	}
	*a = Answer{ID: binary.LittleEndian.Uint64(b)}
	if b = b[8:]; len(b) == 0 {
		return false, malformed("an answer without a kind")
	}
	kind, b := b[0], b[1:]
	switch {
	case kind == kindStatus:
		a.Status = b[:len(b):len(b)]
	case kind == kindResult && len(b) == 8:
		a.Result = binary.LittleEndian.Uint64(b)
	case kind == kindCounted && len(b) == 24:
		a.Counted = true
		a.Result, a.Stdout, a.Stderr = binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:]), binary.LittleEndian.Uint64(b[16:])
	default:
		return false, malformed("an answer of kind %d with %d bytes", kind, len(b))
	}
	return true, nil
}
