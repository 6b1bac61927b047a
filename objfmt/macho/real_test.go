package macho_test

import (
	"os"
	"testing"

	"github.com/go-rtdyld/rtdyld/fuzz"
)

// TestCommitted: the project's own objects, which every machine has, read as the
// standard library reads them.
func TestCommitted(t *testing.T) {
	for _, path := range fuzz.MachO.Committed(t, testdata) {
		if data, err := os.ReadFile(path); err != nil {
			t.Fatal(err)
		} else if data[0] != 0xca {
			compareStd(t, path, data)
		}
	}
}
