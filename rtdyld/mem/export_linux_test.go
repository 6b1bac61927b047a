package mem

import (
	"errors"

	"golang.org/x/sys/unix"
)

// Blocks is how many bytes of the shared memory of a reservation there are: what is
// mapped nowhere counts, too.
func Blocks(m Mapper, base uint64) (uint64, error) {
	var c *core
	switch m := m.(type) {
	case *DualMapped:
		c = &m.core
	case *Shared:
		c = &m.core
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	i, ok := c.search(base)
	if !ok {
		return 0, errors.New("no such reservation")
	}
	var st unix.Stat_t
	err := unix.Fstat(int(c.rooms[i].pages.(*dual).file.Fd()), &st)
	return uint64(st.Blocks) * 512, err
}

// InMemory counts the bytes of a range that are in memory, if TellsMemory.
var (
	InMemory    = inMemory
	TellsMemory = tellsMemory
)

// RaceEnabled is raceEnabled.
const RaceEnabled = raceEnabled
