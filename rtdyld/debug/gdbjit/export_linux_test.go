package gdbjit

import (
	"encoding/binary"
	"unsafe"
)

// Walk reads the interface as a debugger does, by the addresses alone, and returns the
// images in the order of the list. It fails if links do not match.
func Walk() (images [][]byte, version uint32, ok bool) {
	listMu.Lock()
	defer listMu.Unlock()
	d := shared()
	ok = true
	prev := uintptr(0)
	for at := d.first; at != 0; {
		c := *(**code)(unsafe.Pointer(&at))
		ok = ok && c.prevCode == prev
		image := *(**byte)(unsafe.Pointer(&c.symfile))
		images = append(images, unsafe.Slice(image, binary.NativeEndian.Uint64((*[8]byte)(unsafe.Pointer(&c.size))[:])))
		prev, at = at, c.nextCode
	}
	return images, d.version, ok && d.relevant == 0 && d.action == actionNone
}

// Layout is the size of an entry and the offset of the size of its image.
func Layout() (size, at uintptr) { return unsafe.Sizeof(code{}), unsafe.Offsetof(code{}.size) }

// Register and Unregister are the list's.
func Register(image []byte) *entry { return register(image) }

// Unregister takes an entry away.
func Unregister(e *entry) { e.unregister() }
