package elfimage

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/triple"
)

var (
	// ErrTarget is matched by errors about objects whose machine is not that of the image,
	// or has none in ELF.
	ErrTarget = errors.New("objects for another machine")
	// ErrAlone is matched by errors about an object that must have an image of its own,
	// see [Alone].
	ErrAlone = errors.New("debug information cannot be joined with that of other objects")
	// ErrSize is matched by errors about objects that are too many or too large for one image.
	ErrSize = errors.New("too much for one image")
)

// DebugError says that the image lacks debug information or call frames of an object.
// Its symbols are there.
type DebugError struct {
	Object string // its name
	Err    error  // why
}

func (e *DebugError) Error() string { return "elfimage: " + e.Object + ": " + e.Err.Error() }

// Unwrap returns why.
func (e *DebugError) Unwrap() error { return e.Err }

// Make returns an ELF image that describes finalized objects, which are all for one
// machine. Addresses in it are those of the objects' memory; it stays valid as long as
// they are loaded, and refers to nothing of theirs. Objects that are unloaded already are
// left out.
//
// A *[DebugError] for each object whose debug information or call frames cannot be read,
// joined, comes along with an image that lacks these. After any other error the image is nil.
// Make may be called concurrently, and by listeners of a linker.
func Make(objs ...*rtdyld.Object) ([]byte, error) {
	b := &builder{}
	for i, o := range objs {
		t, ok := targetOf(o.Image())
		switch {
		case !ok:
			return nil, fmt.Errorf("elfimage: %s: %v: %w", o.Name(), o.Image().Triple, ErrTarget)
		case i == 0:
			b.target = t
		case t != b.target:
			return nil, fmt.Errorf("elfimage: %s: %v with objects for %v: %w", o.Name(), o.Image().Triple, objs[0].Image().Triple, ErrTarget)
		}
		if len(objs) > 1 && Alone(o) {
			return nil, fmt.Errorf("elfimage: %s: %w", o.Name(), ErrAlone)
		}
	}
	var errs []error
	for i, o := range objs {
		if err := b.add(o, i); err != nil && !errors.Is(err, rtdyld.ErrUnloaded) {
			errs = append(errs, &DebugError{o.Name(), err})
		}
	}
	img, err := b.write()
	if err != nil {
		return nil, err
	}
	return img, texts.Join(errs...)
}

// Alone reports whether an object must have an image of its own: compilers for Mach-O
// write most references between sections of debug information without relocations.
func Alone(o *rtdyld.Object) bool {
	img := o.Image()
	if img.Triple.Format() != triple.MachO || o.State() == rtdyld.Unloaded {
		return false
	}
	full, err := img.Full()
	if err != nil {
		return false
	}
	defer full.Close()
	for i := range full.Sections {
		if s := &full.Sections[i]; s.Role == objfmt.RoleDebug && dwarfName(full.SectionName(objfmt.SectionID(i))) != "" {
			return true
		}
	}
	return false
}

// target is what the ELF header says of the machine.
type target struct {
	machine uint16 // e_machine
	flags   uint32 // e_flags
	is64    bool
	big     bool
}

// Machine numbers of the generic ABI.
const (
	emI386      = 3
	emMIPS      = 8
	emPPC       = 20
	emPPC64     = 21
	emS390      = 22
	emARM       = 40
	emSPARCV9   = 43
	emX8664     = 62
	emAArch64   = 183
	emRISCV     = 243
	emBPF       = 247
	emLoongArch = 258

	efARMVersion5 = 0x0500_0000 // EF_ARM_EABI_VER5
	efPPC64V2     = 2           // EF_PPC64_ABI: ELFv2
	efRISCVC      = 1           // EF_RISCV_RVC
	efRISCVFloat  = 6           // EF_RISCV_FLOAT_ABI
	efMIPSABI     = 0xf020      // EF_MIPS_ABI and EF_MIPS_ABI2: o32, n32
	efMIPSArch    = 0xf000_0000 // EF_MIPS_ARCH
	efMIPS32R2    = 0x7000_0000
	efMIPS64R2    = 0x8000_0000
	efMIPS32R6    = 0x9000_0000 // above are the others of revision 6
)

// targetOf says how an ELF header names an object's machine.
func targetOf(img *objfmt.ObjectImage) (target, bool) {
	switch img.Triple.Arch {
	case triple.X86_64:
		return target{machine: emX8664, is64: true}, true
	case triple.X86:
		return target{machine: emI386}, true
	case triple.AArch64, triple.AArch64_32:
		return target{machine: emAArch64, is64: true}, true
	case triple.AArch64BE:
		return target{machine: emAArch64, is64: true, big: true}, true
	case triple.ARM, triple.Thumb:
		return target{machine: emARM, flags: efARMVersion5}, true
	case triple.RISCV64:
		return target{machine: emRISCV, flags: efRISCVC | img.Flags&efRISCVFloat, is64: true}, true
	case triple.RISCV32:
		return target{machine: emRISCV, flags: efRISCVC | img.Flags&efRISCVFloat}, true
	case triple.PPC, triple.PPCLE:
		return target{machine: emPPC, big: img.Big}, true
	case triple.PPC64LE:
		return target{machine: emPPC64, flags: efPPC64V2, is64: true}, true
	case triple.PPC64:
		return target{machine: emPPC64, flags: efPPC64V2, is64: true, big: true}, true // symbols are of code, whatever the ABI
	case triple.SystemZ:
		return target{machine: emS390, is64: true, big: true}, true
	case triple.BPFEL, triple.BPFEB:
		return target{machine: emBPF, is64: true, big: img.Big}, true
	case triple.SPARCV9:
		return target{machine: emSPARCV9, is64: true, big: true}, true
	case triple.LoongArch64, triple.LoongArch32:
		return target{machine: emLoongArch, flags: img.Flags, is64: img.Is64}, true
	case triple.MIPS, triple.MIPSEL, triple.MIPS64, triple.MIPS64EL:
		return target{machine: emMIPS, flags: mipsFlags(img), is64: img.Is64, big: img.Big}, true
	}
	return target{}, false
}

// mipsFlags are e_flags with the ABI, and the architecture that all objects have which linkers join.
func mipsFlags(img *objfmt.ObjectImage) uint32 {
	arch := img.Flags & efMIPSArch
	switch {
	case arch >= efMIPS32R6:
	case img.Triple.Arch == triple.MIPS, img.Triple.Arch == triple.MIPSEL:
		arch = efMIPS32R2
	default:
		arch = efMIPS64R2
	}
	return arch | img.Flags&efMIPSABI
}

// order is the byte order.
func (t target) order() interface {
	binary.ByteOrder
	binary.AppendByteOrder
} {
	if t.big {
		return binary.BigEndian
	}
	return binary.LittleEndian
}

// builder gathers what goes into an image.
type builder struct {
	target
	spans   []span
	locals  []symbol
	globals []symbol
	names   []byte    // names of symbols, each with its NUL
	debug   []section // in the order of their first objects
	framed  bool      // the last object has a .debug_frame of its own
}

// section is one with contents.
type section struct {
	name string
	data []byte
}

// add takes an object's memory, symbols and debug information. An error says what of
// the latter is left out.
func (b *builder) add(o *rtdyld.Object, number int) error {
	b.memory(o, number)
	b.symbols(o)
	return errors.Join(b.describe(o), b.frames(o))
}

// section returns the joined section of a name.
func (b *builder) section(name string) *section {
	for i := range b.debug {
		if b.debug[i].name == name {
			return &b.debug[i]
		}
	}
	b.debug = append(b.debug, section{name: name})
	return &b.debug[len(b.debug)-1]
}

// fits reports whether offsets in a section of that size fit the 32-bit format of DWARF.
func fits(size uint64) bool { return size < math.MaxUint32-16 }
