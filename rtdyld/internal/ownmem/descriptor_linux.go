package ownmem

import "sync/atomic"

// Descriptor is that of the process's memory as a file, /proc/self/mem, plus one, while it is open for writing; 0 otherwise. Package mem opens it, and package host
// has it closed in a process that the C library forks: there it is still the parent's memory.
var Descriptor atomic.Int32
