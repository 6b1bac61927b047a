package objfmt

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/texts"
)

// ErrClosed is returned for the use of a buffer or image after its last owner
// closed it.
var ErrClosed = errors.New("object buffer is closed")

// ObjectBuffer owns the bytes of one object file or archive: a slice given by
// the caller or a private, read-only mapping of a file. It is counted: it starts
// with one owner, every image made from it is another, and the mapping goes away
// with the last [ObjectBuffer.Close]. Bytes given by a caller must not be written
// while the buffer has owners.
//
// All methods may be called concurrently.
type ObjectBuffer struct {
	name    string
	data    []byte
	release func([]byte) error // of data, nil: nothing to do
	parent  *ObjectBuffer
	owners  atomic.Int32
	mapped  bool // a file
}

// NewBuffer makes a buffer over the caller's bytes, which it does not copy. name
// is what errors and maps call it, usually a path.
func NewBuffer(name string, data []byte) *ObjectBuffer {
	b := &ObjectBuffer{name: name, data: data}
	b.owners.Store(1)
	return b
}

// NewBufferFunc is [NewBuffer] with a function that gets the bytes back when the last owner has closed the buffer, which returns its error. It is called
// once, by the goroutine that closes: for memory of C, say. From then on nothing that was read from the buffer may be looked at, names in an image among it.
func NewBufferFunc(name string, data []byte, release func(data []byte) error) *ObjectBuffer {
	b := NewBuffer(name, data)
	b.release = release
	return b
}

// mappedBuffer is a buffer of a file that is mapped.
func mappedBuffer(path string, data []byte) *ObjectBuffer {
	b := NewBufferFunc(path, data, unmapFile)
	b.mapped = true
	return b
}

// OpenBuffer maps the file at path read-only, or reads it where the host cannot
// map. The file must not shrink while the buffer is open: touching a page that is
// gone raises SIGBUS, which kills the process. Use os.ReadFile and [NewBuffer]
// for files that somebody may truncate. What is no regular file is an error. A named pipe, as an archive's index may
// name one, is not waited for; it and a device may have been opened and closed again.
func OpenBuffer(path string) (*ObjectBuffer, error) {
	return open(path, nil)
}

// open is [OpenBuffer], but for files that small takes, which may be nil.
func open(path string, small *Opener) (*ObjectBuffer, error) {
	data, mapped, err := openFile(path, small)
	if err != nil {
		return nil, err
	}
	if mapped {
		return mappedBuffer(path, data), nil
	}
	return NewBuffer(path, data), nil
}

// FileBuffer is [OpenBuffer] of a file that is open for reading. It stays the caller's, and may be closed before the buffer is.
func FileBuffer(f *os.File) (*ObjectBuffer, error) {
	data, err := readFile(f)
	if err != nil {
		return nil, err
	}
	if data == nil { // an empty file
		return NewBuffer(f.Name(), nil), nil
	}
	return mappedBuffer(f.Name(), data), nil
}

// checkRegular is the error of a path to what is no regular file, nil where it is one or cannot be asked.
func checkRegular(path string) error {
	if st, err := os.Stat(path); err == nil && !st.Mode().IsRegular() {
		return notRegular(path)
	}
	return nil
}

func notRegular(path string) error { return fmt.Errorf("%s: not a regular file", path) }

// Name is the name given to the buffer.
func (b *ObjectBuffer) Name() string { return b.name }

// Bytes returns the contents. They are read-only memory: writing to them may
// fault. They are valid until the last owner closes the buffer.
func (b *ObjectBuffer) Bytes() []byte { return b.data }

// Retain adds an owner and returns the buffer. It panics only if the buffer has
// no owner any more, which is a bug of the caller.
func (b *ObjectBuffer) Retain() *ObjectBuffer {
	if b.owners.Add(1) <= 1 {
		panic("objfmt: Retain of a closed ObjectBuffer")
	}
	return b
}

// TryRetain adds an owner, or reports false if the buffer has none any more.
func (b *ObjectBuffer) TryRetain() bool {
	for {
		owners := b.owners.Load()
		if owners <= 0 {
			return false
		}
		if b.owners.CompareAndSwap(owners, owners+1) {
			return true
		}
	}
}

// Sub makes a buffer called name over n bytes of b from off, without a copy: one
// member of an archive. It is another owner of b until its own last owner closes
// it. A range that does not lie inside b is a [FormatError]; a b without an owner
// is [ErrClosed].
func (b *ObjectBuffer) Sub(name string, off, n uint64) (*ObjectBuffer, error) {
	if !b.TryRetain() {
		return nil, fmt.Errorf("%s: %w", texts.Name(b.name), ErrClosed)
	}
	data, ok := bin.Slice(b.data, off, n)
	if !ok {
		size := len(b.data)
		b.Close()
		return nil, &FormatError{File: b.name, Offset: off, What: name,
			Msg: fmt.Sprintf("%d bytes do not lie inside the buffer's %d", n, size)}
	}
	s := NewBuffer(name, data)
	s.parent = b
	return s, nil
}

// Close gives up one ownership; the last one releases the mapping. Closing more
// often than there are owners returns [ErrClosed].
func (b *ObjectBuffer) Close() error {
	switch n := b.owners.Add(-1); {
	case n > 0:
		return nil
	case n < 0:
		b.owners.Add(1)
		return ErrClosed
	}
	if b.parent != nil {
		return b.parent.Close()
	}
	if b.release == nil {
		return nil
	}
	data := b.data
	b.data = nil
	return b.release(data)
}

// Prefault has the host map the whole file now, so that a later measurement does not pay for it. It is a hint: a byte
// is read of every so many pages as Linux maps at a time where it has them in memory.
func (b *ObjectBuffer) Prefault() {
	if !b.mapped {
		return
	}
	const around = 64 << 10 // what fault_around_bytes is unless somebody has changed it
	var sum byte
	for at := 0; at < len(b.data); at += around {
		sum += b.data[at]
	}
	if n := len(b.data); n > 0 {
		sum += b.data[n-1]
	}
	runtime.KeepAlive(sum)
}

// GiveBack lets the host have pages of images' files back that parsing has read and linking does not: without copied all but
// those of contents, names and relocation records of their sections, with it all but those of records. The host reads them
// from the file again when they are looked at. It is a hint, for large files that are not looked at for a
// while: it does nothing for a caller's bytes, and on hosts other than Linux. Many images at a time cost less than one by one.
func GiveBack(copied bool, imgs ...*ObjectImage) {
	var p pages
	for _, img := range imgs {
		b := img.Buffer
		for b.parent != nil {
			b = b.parent
		}
		if b.mapped {
			p.add(b.data, img.Buffer.data, img, copied)
		}
	}
	p.giveBack()
}
