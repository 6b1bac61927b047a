package host

import "github.com/go-rtdyld/rtdyld/triple"

// hostTriple is what runs here.
func hostTriple() triple.Triple { return triple.Host() }
