// Package objfmt holds the format-neutral description of a relocatable object:
// the [ObjectBuffer] that owns its bytes and the [ObjectImage] with its sections,
// symbols, groups and raw relocation records.
//
// An image describes; it never changes. It aliases its buffer: section contents,
// relocation records and names are views into it, so that parsing copies nothing
// and its memory grows with loaded sections and symbols alone. Whatever can
// outlive the image (an error, a map) holds cloned strings.
//
// Law: this package and the parsers below it know record grammar, never an
// instruction field, an operating system or a linker. The description of the
// same bytes is the same on every host.
package objfmt
