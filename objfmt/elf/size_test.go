package elf

import (
	"testing"
	"unsafe"
)

// TestSizes: the image of a small object is no larger than a size class of Go's, 896 bytes, of which 8 say what pointers there are.
func TestSizes(t *testing.T) {
	if size := unsafe.Sizeof(newImage{}); size > 896-8 {
		t.Errorf("an image takes %d bytes, more than %d", size, 896-8)
	}
}
