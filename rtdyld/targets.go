package rtdyld

import (
	"context"
	"fmt"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/link/quirk"
	quirkarm "github.com/go-rtdyld/rtdyld/internal/link/quirk/arm"
	"github.com/go-rtdyld/rtdyld/internal/link/quirk/coff"
	"github.com/go-rtdyld/rtdyld/internal/link/quirk/eh"
	"github.com/go-rtdyld/rtdyld/internal/link/quirk/loong"
	quirkmips "github.com/go-rtdyld/rtdyld/internal/link/quirk/mips"
	quirkppc "github.com/go-rtdyld/rtdyld/internal/link/quirk/ppc"
	quirksparc "github.com/go-rtdyld/rtdyld/internal/link/quirk/sparc"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/amd64"
	"github.com/go-rtdyld/rtdyld/reloc/arm"
	"github.com/go-rtdyld/rtdyld/reloc/arm64"
	"github.com/go-rtdyld/rtdyld/reloc/bpf"
	"github.com/go-rtdyld/rtdyld/reloc/loong64"
	"github.com/go-rtdyld/rtdyld/reloc/mips"
	"github.com/go-rtdyld/rtdyld/reloc/ppc"
	"github.com/go-rtdyld/rtdyld/reloc/riscv"
	"github.com/go-rtdyld/rtdyld/reloc/s390x"
	"github.com/go-rtdyld/rtdyld/reloc/sparc64"
	"github.com/go-rtdyld/rtdyld/reloc/x86"
	"github.com/go-rtdyld/rtdyld/triple"
)

// plain is what targets add to the steps that add nothing.
var plain quirk.Steps

// macho is what those of Mach-O add that have no steps of their own.
var macho = quirk.Steps{Edges: &quirk.SegmentEdges}

// targets has the rows of every target that is supported.
var targets = [...]struct {
	arch   triple.Arch
	format triple.Format
	rows   *reloc.Table
	steps  *quirk.Steps
}{
	{triple.X86_64, triple.ELF, amd64.ELF, &plain},
	{triple.AArch64, triple.ELF, arm64.ELF, &plain},
	{triple.AArch64BE, triple.ELF, arm64.ELF, &plain},
	{triple.AArch64, triple.COFF, arm64.COFF, &coff.Steps},
	{triple.AArch64, triple.MachO, arm64.MachO, &macho},
	{triple.AArch64_32, triple.MachO, arm64.MachO32, &macho},
	{triple.X86_64, triple.COFF, amd64.COFF, &coff.Steps},
	{triple.X86_64, triple.MachO, amd64.MachO, &macho},
	{triple.X86, triple.ELF, x86.ELF, &plain},
	{triple.X86, triple.COFF, x86.COFF, &coff.Steps386},
	{triple.X86, triple.MachO, x86.MachO, &macho},
	{triple.ARM, triple.ELF, arm.ELF, &quirkarm.ELF},
	{triple.Thumb, triple.COFF, arm.COFF, &coff.StepsThumb},
	{triple.ARM, triple.MachO, arm.MachO, &quirkarm.MachO},
	{triple.Thumb, triple.MachO, arm.MachO, &quirkarm.MachO},
	{triple.RISCV64, triple.ELF, riscv.ELF, &plain},
	{triple.RISCV32, triple.ELF, riscv.ELF32, &plain},
	{triple.BPFEL, triple.ELF, bpf.ELF, &plain},
	{triple.BPFEB, triple.ELF, bpf.ELF, &plain},
	{triple.SPARCV9, triple.ELF, sparc64.ELF, &quirksparc.Steps},
	{triple.SystemZ, triple.ELF, s390x.ELF, &plain},
	{triple.LoongArch64, triple.ELF, loong64.ELF, &loong.Steps},
	{triple.LoongArch32, triple.ELF, loong64.ELF32, &loong.Steps},
	{triple.PPC64LE, triple.ELF, ppc.V2, &quirkppc.Steps},
	{triple.PPC64, triple.ELF, ppc.V1, &quirkppc.Steps1},
	{triple.PPC, triple.ELF, ppc.ELF32, &quirkppc.Steps32},
	{triple.PPCLE, triple.ELF, ppc.ELF32, &quirkppc.Steps32},
	{triple.MIPS, triple.ELF, mips.O32, &quirkmips.Steps},
	{triple.MIPSEL, triple.ELF, mips.O32, &quirkmips.Steps},
	{triple.MIPS64, triple.ELF, mips.N64, &quirkmips.Steps},
	{triple.MIPS64EL, triple.ELF, mips.N64, &quirkmips.Steps},
}

// narrow has, for targets that are 64-bit processors with 32-bit pointers, the rows of objects
// that are not Is64. Where there are none the two have them in common.
var narrow = [...]struct {
	arch  triple.Arch
	rows  *reloc.Table
	steps *quirk.Steps
}{
	{triple.MIPS64, mips.N32, &quirkmips.Steps},
	{triple.MIPS64EL, mips.N32, &quirkmips.Steps},
}

// marked has, for targets with several ABIs that the header's flags tell apart, the rows of objects with other flags than
// most have.
var marked = [...]struct {
	arch        triple.Arch
	mask, flags uint32
	rows        *reloc.Table
	steps       *quirk.Steps
}{
	{triple.PPC64, 3, 2, ppc.V2, &quirkppc.Steps},
}

// older has, for targets whose objects say which processors their code is for, the rows of those for older ones than the rest, a bit for
// each by the number that its ABI has for it (ELF for the Arm Architecture: Tag_CPU_arch).
var older = [...]struct {
	arch       triple.Arch
	processors uint64
	rows       *reloc.Table
}{
	{triple.ARM, 1<<0 | 1<<1 | 1<<2, arm.ELF4},                      // before ARMv4, ARMv4, ARMv4T
	{triple.ARM, 1<<3 | 1<<4 | 1<<5 | 1<<6 | 1<<7 | 1<<9, arm.ELF5}, // ARMv5T, v5TE, v5TEJ, v6, v6KZ, v6K
}

// describing is, by role, what is done to sections whose records describe functions. The
// zero element: nothing.
var describing = [256]struct {
	// dead finds the parts that describe dropped functions; fields are the offsets of
	// fields that refer to dropped sections, in ascending order. The error is the context's. nil: not called.
	dead func(ctx context.Context, data []byte, fields []uint64, order bin.Order) ([]records.Span, error)
	// erase takes these parts out of a copy of the file's bytes. The error is the context's. nil: not called.
	erase func(ctx context.Context, mem []byte, spans []records.Span, order bin.Order) error
	end   uint64 // zero bytes that end the records in memory
	// signed says that unwinders read distances of 32 bits as signed (DW_EH_PE_sdata4, LSB
	// Core, "DWARF Exception Header Encoding").
	signed bool
	unwind bool // unwinders read it, and nobody else
}{
	objfmt.RoleEHFrame:       {eh.Dead, eh.Erase, eh.End, true, true},
	objfmt.RoleLSDA:          {signed: true, unwind: true},
	objfmt.RoleExidx:         {dead: quirkarm.Dead, unwind: true},
	objfmt.RolePData:         {unwind: true},
	objfmt.RoleCompactUnwind: {unwind: true},

	objfmt.RoleDescriptors: {dead: quirkppc.Dead},
}

// indexFormat is the format of what quirk.Steps.Index makes.
const indexFormat = Exidx

// targetOf says which rows and steps belong to an object.
func targetOf(img *objfmt.ObjectImage) (*reloc.Table, *quirk.Steps, error) {
	format := img.Triple.Format()
	if format == triple.ELF && !img.Is64 && (img.Triple.Arch == triple.AArch64 || img.Triple.Arch == triple.AArch64BE) {
		return nil, nil, fmt.Errorf("%s: AArch64 with 32-bit pointers (ILP32): %w", texts.Name(img.Name), ErrUnsupported)
	}
	if format == triple.ELF && !img.Is64 {
		for i := range narrow {
			if t := &narrow[i]; t.arch == img.Triple.Arch {
				return t.rows, t.steps, nil
			}
		}
	}
	for i := range marked {
		if t := &marked[i]; format == triple.ELF && t.arch == img.Triple.Arch && img.Flags&t.mask == t.flags {
			return t.rows, t.steps, nil
		}
	}
	for i := range targets {
		if t := &targets[i]; t.arch == img.Triple.Arch && t.format == format {
			return olderRows(img, t.rows), t.steps, nil
		}
	}
	if img.Triple.Arch == triple.UnknownArch {
		bits := 32
		if img.Is64 {
			bits = 64
		}
		return nil, nil, fmt.Errorf("%s: machine %d of %v, %d bits: %w", texts.Name(img.Name), img.Machine, format, bits, ErrUnsupported)
	}
	return nil, nil, fmt.Errorf("%s: target %v: %w", texts.Name(img.Name), img.Triple, ErrUnsupported)
}

// olderRows are the rows of an object whose code is for older processors than most of its target, else rows.
func olderRows(img *objfmt.ObjectImage, rows *reloc.Table) *reloc.Table {
	for i := range older {
		if t := &older[i]; t.arch == img.Triple.Arch && img.Triple.Format() == triple.ELF && t.processors<<1>>min(img.Processor, 63)&1 != 0 {
			return t.rows
		}
	}
	return rows
}

// Relocations returns the rows of the relocation types that objects like img
// have, for tools that print them; nil if the target is not supported.
func Relocations(img *objfmt.ObjectImage) *reloc.Table {
	t, _, _ := targetOf(img)
	return t
}

// sharedRows are the rows of shared objects for an image's processor, whatever its format; nil: none are made.
func sharedRows(img *objfmt.ObjectImage) *reloc.Table {
	for i := range targets {
		if t := &targets[i]; t.arch == img.Triple.Arch && t.format == triple.ELF && img.Is64 && !img.Big && t.rows.Shared != nil {
			return t.rows
		}
	}
	return nil
}

// checkTarget refuses an object that is not of the target. What the last one said is remembered: nearly all say the same.
func (l *Linker) checkTarget(target *triple.Triple, img *objfmt.ObjectImage) error {
	if target == &img.Triple || l.checked != nil && target == &l.cfg.Triple && *l.checked == img.Triple {
		return nil
	}
	if *target != img.Triple {
		if err := target.CheckObject(img.Triple); err != nil {
			return fmt.Errorf("%s: %w: %w", texts.Name(img.Name), ErrTarget, err)
		}
	}
	if target == &l.cfg.Triple {
		own := img.Triple
		l.checked = &own
	}
	return nil
}
