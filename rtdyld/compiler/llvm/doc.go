// Package llvm compiles LLVM's intermediate representation, text or bitcode, to objects in
// memory by the C API of libLLVM, which is opened at run time: no cgo, no headers, no files.
//
//	c, err := llvm.New(llvm.Config{})
//	obj, err := c.Compile(ctx, compiler.Source{Name: "f", Text: ir})
//
// Versions 14 to 22 of LLVM are found by their sonames, the newest first. They differ in
// what they read (14 knows typed pointers alone, i32*, later ones ptr as well) and make (14
// and 15 put constructors of ELF in .ctors, later ones in .init_array). A source's triple
// decides container and system: x86_64-pc-windows-msvc-elf gives ELF with the conventions
// of Windows, on any host.
//
// Every compilation has a context of its own, so that any number may go on at once. What
// LLVM calls a fatal error, after which it would end the process, becomes an [Error]; the
// memory of that one compilation is lost. LLVM does not defend itself against bitcode made
// to harm, nor against text nested deeper than its stack: sources are trusted that far.
//
// Law: this package knows LLVM's C API and no object format; nothing of LLVM's types shows.
package llvm
