// Stencil counts the rows that a filter lets through with native code that no compiler makes while the program runs: clang has compiled a function for each
// instruction of a small machine ahead of time (stencils/stencils.c), and package rtdyld copies those of a filter one behind the other and fills in what they are about.
//
//	go run ./examples/stencil
//	go run ./examples/stencil -rows 1000000 -code 'qty % 10 == 3 || price < 2.5 && region != 4'
//
// Beside it the same instructions are interpreted, and the same filter is compiled by LLVM, as examples/query does, if LLVM's library or clang is there. Of
//
//	price*qty > 1000 && region == 3
//
// these are six instructions:
//
//	real_c_0 0x1                  f0 = qty
//	fmul_c_0 0x0                  f0 *= price
//	fgt_l_0 0x408f400000000000    i0 = f0 > 1000
//	iload_c_1 0x2                 i1 = region
//	ieq_l_1 0x3                   i1 = i1 == 3
//	and_s_0 0x0                   i0 &= i1
//
// and this is the best of six runs with -rows 100000 on a shared AMD EPYC processor:
//
//	                        once     compile  first result  million rows/s
//	stencils             10.72ms       761ns        2.31µs           614.4
//	interpreter            331ns       191ns       23.77µs            42.4
//	Go closures             60ns        30ns       14.49µs            57.5
//	LLVM -O0             30.08ms      1.05ms        1.06ms           611.4
//	LLVM -O3              3.55ms      8.37ms        8.38ms          5964.8
//
// Once is what it takes to get ready for any filter: templates of 428 stencils, or LLVM's library, which the second level finds open. A first result is of 1,000 rows. The least of many times to compile finds everything in the caches; alone it takes some six microseconds. LLVM -O3 works on vectors of rows.
//
// With -show gdb, perf and Go's tracebacks know the filter's code as a function of that name, with the call frames of its stencils.
//
// code.go makes instructions of a filter, interpret.go runs them, jit.go joins stencils. The objects of the stencils are committed for x86-64 and arm64;
// go run ./internal/objgen/regen examples/stencil/stencils makes them again.
//
// Law: an example; it knows the linker and the process as any program can.
package main
