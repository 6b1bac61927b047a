// Package perf shows loaded code to Linux's profiler perf, by its two ways, and to Intel's:
//
//   - A [Map] writes /tmp/perf-PID.map, a line a function. perf report looks there for
//     names of code in anonymous memory. It needs no step between record and report.
//   - A [Dump] writes jit-PID.dump, a jitdump file (JITDUMP specification, version 2, in
//     tools/perf/Documentation of the kernel) with the code itself and, where they are
//     known, its source lines and call frames. perf inject makes objects of it, so that
//     perf annotate and perf report -s srcline work too, and every sample belongs to what
//     lay there when it was taken.
//
// Both are listeners of linkers and engines:
//
//	m, err := perf.NewMap(perf.Config{})
//	...
//	cfg.Listeners = append(cfg.Listeners, m)
//
//	perf record ./program && perf report
//
//	perf record -k mono ./program
//	perf inject -j -i perf.data -o jit.data && perf report -i jit.data
//
// A [VTune] tells a collector of Intel's JIT Profiling API of the same functions:
//
//	notify, err := host.OpenJITCollector("")
//	...
//	if notify != nil { // something is profiled
//		cfg.Listeners = append(cfg.Listeners, perf.NewVTune(perf.VTuneConfig{Notify: notify}))
//	}
//
// # What a profile shows
//
// Each function of a code section has an entry, static ones too, and stubs are called
// NAME@plt. A symbol without a size (COFF, Mach-O) ends where the next begins. Code
// without a symbol is called by section and object. The underscore that C names have in
// Mach-O and in COFF for 32-bit x86 is left out.
//
// The map has no word for code that is gone. perf reads it at the end, when all code may
// be gone, so entries stay until other code is loaded at their addresses: then they are
// taken out, and the samples of both belong to the later one. A dump has no such record
// either: the same address is recorded again, and perf tells by the time which code a
// sample belongs to.
//
// perf looks in the map for samples in anonymous memory alone, not in that of
// mem.DualMapped and mem.Shared, which are files to it: these need a dump.
//
// # Errors
//
// Listeners return none: what fails is told to Config.OnError and kept for Err, what is
// in the file stays whole, and the profiled program goes on.
//
// Law: one write for many functions, none to a file that another user may have put
// there, no lock that a linker holds; other systems than Linux get an error.
package perf
