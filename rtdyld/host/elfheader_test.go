//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host_test

import (
	"bytes"
	"debug/elf"
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

// TestELFHeader: what __ehdr_start names is the header of an ELF file for this processor that has nothing behind it.
func TestELFHeader(t *testing.T) {
	p, err := host.Open(host.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	var found [1]rtdyld.Symbol
	if err := p.LinkerConfig().Resolver.Resolve(t.Context(), []rtdyld.Ref{{Name: "__ehdr_start"}}, found[:]); err != nil || !found[0].Found || found[0].Kind != rtdyld.Data {
		t.Fatalf("%+v, %v", found[0], err)
	}
	at := uintptr(found[0].Addr)
	b := bytes.Clone(unsafe.Slice(*(**byte)(unsafe.Pointer(&at)), found[0].Size))
	f, err := elf.NewFile(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	self, err := elf.Open("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	defer self.Close()
	if f.Class != self.Class || f.Data != self.Data || f.Machine != self.Machine || f.Type != elf.ET_DYN || len(f.Progs) != 0 || len(f.Sections) != 0 {
		t.Errorf("%+v, and this program has %+v", f.FileHeader, self.FileHeader)
	}
}
