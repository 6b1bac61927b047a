package rtdyld

import (
	"fmt"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/amd64"
	"github.com/go-rtdyld/rtdyld/reloc/arm"
	"github.com/go-rtdyld/rtdyld/reloc/arm64"
	"github.com/go-rtdyld/rtdyld/reloc/x86"
	"github.com/go-rtdyld/rtdyld/triple"
)

// targets has the rows of every target that is supported.
var targets = [...]struct {
	arch   triple.Arch
	format triple.Format
	rows   *reloc.Table
}{
	{triple.X86_64, triple.ELF, amd64.ELF},
	{triple.AArch64, triple.ELF, arm64.ELF},
	{triple.AArch64BE, triple.ELF, arm64.ELF},
	{triple.AArch64, triple.COFF, arm64.COFF},
	{triple.AArch64, triple.MachO, arm64.MachO},
	{triple.AArch64_32, triple.MachO, arm64.MachO32},
	{triple.X86_64, triple.COFF, amd64.COFF},
	{triple.X86_64, triple.MachO, amd64.MachO},
	{triple.X86, triple.ELF, x86.ELF},
	{triple.X86, triple.COFF, x86.COFF},
	{triple.X86, triple.MachO, x86.MachO},
	{triple.ARM, triple.ELF, arm.ELF},
	{triple.Thumb, triple.COFF, arm.COFF},
	{triple.ARM, triple.MachO, arm.MachO},
	{triple.Thumb, triple.MachO, arm.MachO},
}

// table says which rows belong to an object.
func table(img *objfmt.ObjectImage) (*reloc.Table, error) {
	format := img.Triple.Format()
	if format == triple.ELF && !img.Is64 && (img.Triple.Arch == triple.AArch64 || img.Triple.Arch == triple.AArch64BE) {
		return nil, fmt.Errorf("%s: AArch64 with 32-bit pointers (ILP32): %w", img.Name, ErrUnsupported)
	}
	for i := range targets {
		if t := &targets[i]; t.arch == img.Triple.Arch && t.format == format {
			return t.rows, nil
		}
	}
	return nil, fmt.Errorf("%s: target %v: %w", img.Name, img.Triple, ErrUnsupported)
}

// Relocations returns the rows of the relocation types that objects like img
// have, for tools that print them; nil if the target is not supported.
func Relocations(img *objfmt.ObjectImage) *reloc.Table {
	t, _ := table(img)
	return t
}
