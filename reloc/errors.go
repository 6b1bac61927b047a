package reloc

import (
	"fmt"

	"github.com/go-rtdyld/rtdyld/internal/texts"
)

// RangeError reports a value that does not fit the field of its relocation.
type RangeError struct {
	Object  string // name of the object
	Section string // section that holds the field
	Offset  uint64 // of the field in the section, bytes
	Type    string // psABI name
	Symbol  string // what the field refers to
	Value   uint64 // what was to be written
	Field   Field  // limits and width
	Limits  string // the field in words: "signed 32"
	Align   uint64 // if not 0, the value fits and is no multiple of Align
	Weak    bool   // the symbol is weak and nobody defines it, so that its address is 0
}

func (e *RangeError) Error() string {
	s := fmt.Sprintf("%s: %s+%#x: %s to %s: ", texts.Name(e.Object), texts.Name(e.Section), e.Offset, e.Type, texts.Name(e.Symbol))
	if v := int64(e.Value); v < 0 {
		s += fmt.Sprintf("-%#x", -e.Value)
	} else {
		s += fmt.Sprintf("%#x", v)
	}
	if e.Align != 0 {
		s += fmt.Sprintf(" is no multiple of %d", e.Align)
	} else {
		s += " does not fit " + e.Limits
	}
	if e.Weak {
		s += " (weak symbol that nobody defines, address 0)"
	}
	return s
}
