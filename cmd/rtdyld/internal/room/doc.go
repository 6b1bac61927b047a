// Package room keeps the low numbers of descriptors free for programs that the command runs in its own process. It begins before
// packages that open files.
//
// Law: it imports os and syscall alone. Nothing but the command imports it.
package room
