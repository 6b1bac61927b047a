package host

import "github.com/go-rtdyld/rtdyld/rtdyld/internal/ownmem"

// ownDescriptor is for assembly.
//
//lint:ignore U1000 assembly uses it
var ownDescriptor = &ownmem.Descriptor

// closeOwnPC is the address of a C function without arguments, in assembly, that the C library calls in processes that it forks: it closes the
// parent's memory, see [ownmem.Descriptor].
var closeOwnPC uintptr
