// Package ownmem copies to and from memory of this process at addresses that need not be
// good.
//
// Law: a bad address is an error, never a fault, and nothing is written that is not
// writable. The kernel copies, but for [Store], which stores a word itself. Where the system has no call for that, or a sandbox forbids
// it, the bytes go through a pipe: write(2) and read(2) take an address and say EFAULT, and
// emulators of processes know what their addresses are. (/proc/self/mem would write to
// memory that is not writable, and be the emulator's.)
//
// All functions may be called concurrently.
package ownmem
