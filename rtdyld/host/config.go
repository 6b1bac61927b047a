package host

import (
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Config says what a [Process] gives to loaded code. The zero value is usable.
type Config struct {
	// Libraries are shared libraries to open, by path or by a name that the dynamic
	// linker searches for ("libm.so.6"). Names are looked up in them in this order,
	// after the process itself, on Windows before it. They are opened with RTLD_NOW |
	// RTLD_LOCAL, or what Global says.
	Libraries []string
	// Needed are names of libraries that linked images are bound to (rtdyld.LinkedImage.Libraries). They are opened and searched after
	// Libraries, but for those of which a file of that name is among them. On Windows they are not opened.
	Needed []string
	// Global has Libraries and Needed opened with RTLD_GLOBAL, as libraries are that a program was linked with: libraries that are
	// opened later, by loaded code or by other libraries, are bound to what they define, and so are names of every Process. On Windows it
	// says nothing.
	Global bool
	// Export gives names that objects define to the dynamic linker before their constructors run, as a program does that was linked with -rdynamic: libraries
	// that are opened later, by loaded code or the program, are bound to them, dlsym finds them, and so does every
	// Process. What libraries define that were opened before comes first. Hidden names and thread-locals stay out. Objects must not be unloaded before libraries
	// are closed that are bound to them. It needs glibc 2.28; what fails is an *[ExportError]. On Windows it says nothing.
	Export bool
	// Preempt has Libraries and Needed, and what they brought into the process, call functions that objects define in the place of their own, as in a program that was
	// linked with them: C++'s operator new and delete, for one. It begins before constructors run, and ends with the object. Only global
	// functions that are not weak do so; those that allocate memory, such as malloc, stay the C library's. What libraries have called
	// before is done. What fails is a *[LibraryError]. On Windows it says nothing.
	Preempt bool
	// Args are the arguments that constructors see, the program's name first.
	// nil: those of this program.
	Args []string
	// Env is the environment that constructors see, as "NAME=value". nil: the
	// environment of the process. getenv looks at the latter in either case; set
	// that by os.Setenv.
	Env []string
	// Memory gives the memory that objects live in. nil: the process's slab, a
	// manager within reach of libc that all share who don't ask otherwise.
	Memory rtdyld.MemoryManager
	// Triple is what objects are made for. Zero: for this system, in full, with the C library
	// that the process has: x86_64-unknown-linux-gnu. On linux/amd64 it
	// may also be an x86-64 target of Apple, or one of Windows, whatever its objects'
	// format; on windows/amd64 one of Windows in another format. It is compared with
	// objects' headers only in what they state.
	Triple triple.Triple
	// Crossings says what is to be known of external functions that code for Windows
	// calls on other systems, by name; Addr is of no account. They come before what
	// is known of the C library (see the package's documentation).
	Crossings map[string]abi.Crossing
	// Recorder is told what linkers do that have the Process's configuration: of [Load] the program's, see package rtdyld/record. nil: there is none. A linker
	// that is recorded refuses linked images.
	Recorder rtdyld.Recorder
	// NoTraceback leaves Go's tracebacks and CPU profiles as they are. Else the functions of
	// loaded code are named in them, on linux/amd64, arm64 and ppc64le, as package
	// debug/traceback does: it is a listener of [Process.LinkerConfig]. The runtime can be told how
	// once in a process (runtime.SetCgoTraceback): what the program has set before Open is
	// kept, and a program that sets its own later must say NoTraceback. Lines are told where
	// the program adds a listener of that package with lines. Nothing is set in programs
	// that are built with the tag rtdyld_nolinkname.
	NoTraceback bool
}
