package mem_test

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem/memtest"
)

// mappings reads /proc/self/maps.
func mappings() ([]memtest.Mapping, error) {
	text, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return nil, err
	}
	var list []memtest.Mapping
	for line := range strings.Lines(string(text)) {
		where, perm, _ := strings.Cut(line, " ")
		lo, hi, _ := strings.Cut(where, "-")
		var m memtest.Mapping
		var err1, err2 error
		m.Lo, err1 = strconv.ParseUint(lo, 16, 64)
		m.Hi, err2 = strconv.ParseUint(hi, 16, 64)
		if err1 != nil || err2 != nil || len(perm) < 3 {
			return nil, fmt.Errorf("malformed line %q", line)
		}
		m.Read, m.Write, m.Exec = perm[0] == 'r', perm[1] == 'w', perm[2] == 'x'
		list = append(list, m)
	}
	return list, nil
}

// resident is what is in memory of a range, nil where that cannot be told.
var resident = func() func(_ context.Context, addr, size uint64) (uint64, error) {
	if !mem.TellsMemory {
		return nil
	}
	return func(_ context.Context, addr, size uint64) (uint64, error) { return mem.InMemory(addr, size) }
}()

// memory is what there is of the shared memory of a reservation.
func memory(m mem.Mapper) func(ctx context.Context, addr, size uint64) (uint64, error) {
	return func(_ context.Context, addr, _ uint64) (uint64, error) { return mem.Blocks(m, addr) }
}
