package host

import "github.com/go-rtdyld/rtdyld/triple"

// target is what runs here.
var target = triple.ForObject(triple.X86_64, triple.COFF)
