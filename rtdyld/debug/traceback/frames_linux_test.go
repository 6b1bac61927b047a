//go:build linux && (amd64 || arm64 || ppc64le)

package traceback

import (
	"slices"
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestDeregisterMany: of many tables those go that are named, few at once or many.
func TestDeregisterMany(t *testing.T) {
	u, err := Frames()
	if err != nil {
		t.Fatal(err)
	}
	mem := make([]uint64, 40) // each is the end of a table
	tables := make([]rtdyld.UnwindTable, len(mem))
	for i := range tables {
		tables[i].Addr = uint64(uintptr(unsafe.Pointer(&mem[i])))
	}
	registered := func() (at []int) {
		shared.Lock()
		defer shared.Unlock()
		for _, s := range shared.sections {
			if i := slices.IndexFunc(tables, func(t rtdyld.UnwindTable) bool { return uintptr(t.Addr) == s.frames }); i >= 0 {
				at = append(at, i)
			}
		}
		return at
	}
	want := make([]int, len(tables))
	for i := range want {
		want[i] = i
	}
	if err := u.Register(t.Context(), tables); err != nil || !slices.Equal(registered(), want) {
		t.Fatalf("registered: %v, %v", registered(), err)
	}
	for _, n := range []int{fewTables + 1, 1, fewTables, len(tables) - 2*fewTables - 2} {
		if err := u.Deregister(t.Context(), tables[len(tables)-len(want):][:n]); err != nil {
			t.Fatal(err)
		}
		if want = want[n:]; !slices.Equal(registered(), want) {
			t.Fatalf("after %d more are gone: %v, want %v", n, registered(), want)
		}
	}
}
