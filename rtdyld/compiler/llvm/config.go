package llvm

import (
	"fmt"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
)

// Level says how much is optimized.
type Level uint8

// Levels, as compilers call them.
const (
	LevelDefault Level = iota // O2
	O0
	O1
	O2
	O3
	Os // for size
	Oz // for size above all
)

// levels has for each level the pipeline of passes and the level of code generation
// (LLVMCodeGenOptLevel).
var levels = [...]struct {
	name    string
	codegen uintArg
}{
	LevelDefault: {"O2", 2}, O0: {"O0", 0}, O1: {"O1", 1}, O2: {"O2", 2}, O3: {"O3", 3}, Os: {"Os", 2}, Oz: {"Oz", 2},
}

// RelocModel says how code refers to what is elsewhere.
type RelocModel uint8

// Relocation models. The numbers from RelocStatic on are LLVM's, of LLVMRelocMode.
const (
	RelocDefault      RelocModel = iota // RelocPIC
	RelocStatic                         // as if its address were known
	RelocPIC                            // independent of where it is
	RelocDynamicNoPIC                   // Mach-O's for programs
	RelocROPI                           // Arm: code and constants anywhere
	RelocRWPI                           // Arm: data relative to a register
	RelocROPIRWPI                       // both
	RelocTarget                         // what LLVM takes for the target
	numRelocs
)

var relocNames = [numRelocs]string{"pic", "static", "pic", "dynamic-no-pic", "ropi", "rwpi", "ropi-rwpi", "target"}

// number is LLVM's.
func (r RelocModel) number() uintArg {
	switch r {
	case RelocDefault:
		return uintArg(RelocPIC)
	case RelocTarget:
		return 0 // LLVMRelocDefault
	}
	return uintArg(r)
}

// CodeModel says how far apart code and data may be.
type CodeModel uint8

// Code models. The numbers are LLVM's, of LLVMCodeModel.
const (
	CodeModelDefault CodeModel = iota // the target's
	CodeModelJIT                      // the target's for code generated at run time
	CodeModelTiny
	CodeModelSmall
	CodeModelKernel
	CodeModelMedium
	CodeModelLarge
	numCodeModels
)

var codeModelNames = [numCodeModels]string{"default", "jit", "tiny", "small", "kernel", "medium", "large"}

// Config says which library compiles, and how.
type Config struct {
	// Library is a file name or soname; "": the newest of those that are known, see
	// [Sonames].
	Library string
	// CPU is a processor that LLVM knows by this name, "": the oldest of the target,
	// [Native]: this machine's, with its features. One that LLVM does not know is taken
	// for the oldest, of which LLVM writes to standard error.
	CPU string
	// Features are switched on and off: "+avx2,-sse3".
	Features string
	Level    Level
	// Passes is a pipeline, as opt's option -passes takes it, instead of the level's.
	Passes    string
	Reloc     RelocModel
	CodeModel CodeModel
	// Report is called with what LLVM says of sources that it compiles: warnings and remarks;
	// nil: not called. It may be called concurrently.
	Report func(src compiler.Source, ds []compiler.Diagnostic)
}

// Native is the CPU that stands for this machine's.
const Native = "native"

// check refuses numbers that have no meaning and strings that no C function takes.
func (c *Config) check() error {
	switch {
	case int(c.Level) >= len(levels):
		return fmt.Errorf("llvm: level %d", c.Level)
	case c.Reloc >= numRelocs:
		return fmt.Errorf("llvm: relocation model %d", c.Reloc)
	case c.CodeModel >= numCodeModels:
		return fmt.Errorf("llvm: code model %d", c.CodeModel)
	}
	for _, s := range []string{c.Library, c.CPU, c.Features, c.Passes} {
		if strings.IndexByte(s, 0) >= 0 {
			return fmt.Errorf("llvm: %q has a NUL byte", s)
		}
	}
	return nil
}

// pipeline is what the passes are.
func (c *Config) pipeline() string {
	if c.Passes != "" {
		return c.Passes
	}
	return "default<" + levels[c.Level].name + ">"
}

// flags are all of it that counts in a signature.
func (c *Config) flags(cpu, features string) []string {
	return []string{
		"cpu=" + cpu, "features=" + features, "level=" + levels[c.Level].name, "passes=" + c.pipeline(),
		"reloc=" + relocNames[c.Reloc], "code-model=" + codeModelNames[c.CodeModel],
	}
}
