package host

import (
	"fmt"

	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// RemoteObject is an object in this process's memory that a linker in another process
// has put there.
type RemoteObject struct {
	Name   string
	Memory []mem.Range // what its addresses are in
	Handle uint64      // of its references to __dso_handle, see rtdyld.Object's DSOHandle
}

// check refuses ranges that no memory has.
func (o *RemoteObject) check() error {
	for _, m := range o.Memory {
		end := m.Addr + m.Size
		if m.Size > 0 && (m.Addr == 0 || end < m.Addr || end != uint64(uintptr(end)) || int(m.Size) < 0) {
			return fmt.Errorf("host: object %s: no memory has %d bytes at %#x", o.Name, m.Size, m.Addr)
		}
	}
	return nil
}
