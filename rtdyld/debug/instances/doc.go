// Package instances shows instances of templates to listeners, a batch at a time, as linkers show the objects that they load: gdb and lldb name them and
// step through their frames, perf has lines and records of them, addresses in them have names, and Go's tracebacks and exceptions go through them.
//
//	display := instances.New(cfg) // that of a linker, with Listeners
//	frames, err := instances.ReadFrames(ctx, img) // once a template
//	batch, err := display.Show(ctx, instances.Of("scan_42", instance, frames))
//	...
//	err = batch.Close() // before the instance is released
//
// A function that a sequence has made is shown so, too, see [OfFunction]; examples/stencil does that.
//
// A batch is one object, whatever the number of its instances, which every listener is told of once: an ELF file that has their code, their names and, if
// there are any, their call frames in .eh_frame, in the format that all listeners know, whatever the template is made of. Its code lies where the
// instances are already, and nothing is written to them. Without listeners and an unwinder a batch costs nothing.
//
// Law: knows no debugger's interface and no operating system; reads the code of instances and writes none.
package instances
