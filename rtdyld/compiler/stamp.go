package compiler

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Where a signature is in an object. The sections are not loaded; their contents are the
// signature's text.
const (
	StampELF   = ".rtdyld.signature"
	StampCOFF  = ".rtdsig"  // a longer name would need another string table
	StampMachO = "__rtdsig" // in segment __RTDYLD
)

// Stamp returns a copy of an object with the signature of what it was made from in a
// section of its own, so that the object tells by itself: [Stamped] reads it back. An older
// signature is replaced. Nothing else of the object changes but where things are in the
// file. Objects are ELF, COFF and thin Mach-O files of every width and byte order; others
// are errors that match [objfmt.ErrUnsupported], and malformed ones match [objfmt.ErrFormat].
func Stamp(obj []byte, s Signature) ([]byte, error) {
	text, err := s.MarshalText()
	if err != nil {
		return nil, err
	}
	switch {
	case bytes.HasPrefix(obj, []byte("\x7fELF")):
		return stampELF(obj, text)
	case isMachO(obj):
		return stampMachO(obj, text)
	case isCOFF(obj):
		return stampCOFF(obj, text)
	}
	return nil, stampUnsupported("unknown object format")
}

// Stamped returns the signature that [Stamp] wrote into the object; false if there is
// none. Errors are those of [ReadStamp].
func Stamped(img *objfmt.ObjectImage) (Signature, bool, error) {
	s, ok, err := ReadStamp(img.Buffer.Bytes())
	if err != nil {
		err = fmt.Errorf("%s: %w", img.Name, err)
	}
	return s, ok, err
}

// ReadStamp is [Stamped] for the bytes of an object. It reads headers alone; an object that cannot
// be stamped has no signature. An error, which matches [ErrSignature] or [objfmt.ErrFormat],
// says that what is there is not what was written.
func ReadStamp(obj []byte) (s Signature, ok bool, err error) {
	var text []byte
	switch {
	case bytes.HasPrefix(obj, []byte("\x7fELF")):
		text, err = readELF(obj)
	case isMachO(obj):
		text, err = readMachO(obj)
	case isCOFF(obj):
		text, err = readCOFF(obj)
	}
	switch {
	case errors.Is(err, objfmt.ErrUnsupported), err == nil && text == nil:
		return Signature{}, false, nil
	case err == nil:
		err = s.UnmarshalText(trimNUL(text))
	}
	if err != nil {
		return Signature{}, false, err
	}
	return s, true, nil
}

// stampUnsupported is an error for an object that cannot be stamped.
func stampUnsupported(format string, args ...any) error {
	return fmt.Errorf("stamp: %s: %w", fmt.Sprintf(format, args...), objfmt.ErrUnsupported)
}

// stampMalformed is an error for an object that breaks its format's rules.
func stampMalformed(off int, what, msg string) error {
	return fmt.Errorf("stamp: %w", &objfmt.FormatError{File: "object", Offset: uint64(off), What: what, Msg: msg})
}

// piece returns b[off:off+n] if that is inside.
func piece(b []byte, off, n uint64) ([]byte, bool) {
	if off > uint64(len(b)) || n > uint64(len(b))-off {
		return nil, false
	}
	return b[off : off+n : off+n], true
}
