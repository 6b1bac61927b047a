package mem

// Functions that return a number, as Go calls them: mov eax, 0; ret.
var (
	returnsZero = []byte{0xb8, 0, 0, 0, 0, 0xc3}
	returnsOne  = []byte{0xb8, 1, 0, 0, 0, 0xc3}
)
