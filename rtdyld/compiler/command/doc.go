// Package command makes a compiler of a command that turns a source into an object: clang,
// gcc, llc, tcc, or any other.
//
//	c, err := command.New(ctx, command.Clang("c", "-O2", "-fPIC"))
//	obj, err := c.Compile(ctx, compiler.Source{Name: "f.c", Text: text})
//
// What a command does is its own: [Config] says with which arguments it is called, where
// the source goes and whence the object comes, and which environment it has. Nothing of the
// environment of this process is handed on unless it says so.
//
// A command has a process group of its own (a job on Windows) and a folder for temporary
// files; both are gone when Compile returns, however it ends. On Linux a command dies with
// this process. Folders that a killed process left behind are removed by a later [New].
//
// Law: this package starts processes and knows no format, but asks objfile whether an
// object is for the target that was wanted.
package command
