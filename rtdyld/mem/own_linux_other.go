//go:build linux && !amd64

package mem

// There is no code to try writes to own pages with: they are not used.
var returnsZero, returnsOne []byte
