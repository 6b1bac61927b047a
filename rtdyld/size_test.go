package rtdyld

import (
	"reflect"
	"testing"
)

// TestSizes: what a load of one small object allocates is no larger than a size class of Go's (1,536 and
// 2,304 bytes, of which 8 say what pointers there are), and a batch of one that is not small has no memory for a small one. Who adds a field takes as much from the memory that
// the structs begin with.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		of   any
		most uintptr
	}{{Linker{}, 1536 - 8}, {smallBatch{}, 2304 - 8}, {batch{}, 1408 - 8}} {
		if of := reflect.TypeOf(c.of); of.Size() > c.most {
			t.Errorf("a %v takes %d bytes, more than %d", of, of.Size(), c.most)
		}
	}
}
