package rtdyld

import (
	"reflect"
	"testing"
)

// TestSizes: what a load of one small object allocates is no larger than a size class of Go's, of which 8 bytes say what pointers there are: 1,280
// for a linker, 640 for a batch, 1,792 for what it has inside, which is for others once it is unloaded, and 1,408 for a batch of one object that is not small. Who adds a field takes as much
// from the memory that the structs have for small objects.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		of   any
		most uintptr
	}{{Linker{}, 1280 - 8}, {batch{}, 640 - 8}, {few{}, 1792 - 8}, {loneBatch{}, 1408 - 8}} {
		if of := reflect.TypeOf(c.of); of.Size() > c.most {
			t.Errorf("a %v takes %d bytes, more than %d", of, of.Size(), c.most)
		}
	}
}
