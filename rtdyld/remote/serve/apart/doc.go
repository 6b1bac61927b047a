// Package apart keeps what a server needs away from the descriptors of the code that it
// runs: a program that closes all of them, or writes to all of them, changes nothing for
// the server, and nothing that it writes is taken for the text of a crash.
//
// Law: knows the system and Go's runtime alone.
package apart
