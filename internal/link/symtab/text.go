package symtab

import "unsafe"

// text is what a name is called, a string of less than 4 GiB, and what that views: in as many bytes as a string has.
type text struct {
	start *byte
	n     uint32
	home  uint32 // object whose image it views, plus one, 0 if it is a clone
}

func textOf(s string, home uint32) text { return text{unsafe.StringData(s), uint32(len(s)), home} }

func (x *text) String() string { return unsafe.String(x.start, x.n) }
