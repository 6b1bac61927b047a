package compiler

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// ErrSignature is matched by errors of text that is no signature's.
var ErrSignature = errors.New("malformed signature")

// signatureHead is the first line of a signature's text.
const signatureHead = "rtdyld signature 2"

// MarshalText returns the signature as text, a field a line, behind it the key and the hash of all
// before it. Strings are quoted as in Go. A time that RFC 3339 cannot write is an error.
func (s *Signature) MarshalText() ([]byte, error) {
	var b []byte
	line := func(name, value string) {
		b = append(append(append(b, name...), ": "...), value...)
		b = append(b, '\n')
	}
	b = append(append(b, signatureHead...), '\n')
	line("source", hex.EncodeToString(s.Source[:]))
	line("name", strconv.Quote(s.Name))
	if s.Path != "" {
		line("path", strconv.Quote(s.Path))
	}
	if !s.Time.IsZero() {
		when, err := s.Time.UTC().MarshalText()
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrSignature, err)
		}
		line("time", string(when))
	}
	line("compiler", strconv.Quote(s.Compiler))
	line("version", strconv.Quote(s.Version))
	for _, f := range s.Flags {
		line("flag", strconv.Quote(f))
	}
	for _, e := range s.Env {
		line("env", strconv.Quote(e))
	}
	line("triple", strconv.Quote(s.Triple))
	line("key", s.Key().String())
	sum := sha256.Sum256(b)
	line("sum", hex.EncodeToString(sum[:]))
	return b, nil
}

// UnmarshalText reads what [Signature.MarshalText] wrote: the same fields, in the same
// order, the key that they have and the hash of the text. On an error, which matches [ErrSignature], s is not
// changed.
func (s *Signature) UnmarshalText(text []byte) error {
	r := lines{rest: string(text)}
	if head, _ := r.next(); head != signatureHead {
		return r.fail("does not begin with %q", signatureHead)
	}
	var u Signature
	r.hash("source", u.Source[:])
	u.Name = r.quoted("name")
	if r.has("path") {
		u.Path = r.quoted("path")
	}
	if r.has("time") {
		t, err := time.Parse(time.RFC3339Nano, r.value("time"))
		if err != nil && r.err == nil {
			r.err = r.fail("time: %v", err)
		}
		u.Time = t.UTC()
	}
	u.Compiler = r.quoted("compiler")
	u.Version = r.quoted("version")
	for r.has("flag") {
		u.Flags = append(u.Flags, r.quoted("flag"))
	}
	for r.has("env") {
		u.Env = append(u.Env, r.quoted("env"))
	}
	u.Triple = r.quoted("triple")
	var key Key
	r.hash("key", key[:])
	sum := sha256.Sum256(text[:len(text)-len(r.rest)])
	var written [sha256.Size]byte
	r.hash("sum", written[:])
	if r.err != nil {
		return r.err
	}
	if r.rest != "" {
		return r.fail("more text behind the hash")
	}
	if sum != written {
		return r.fail("the hash of the text is %x", sum)
	}
	if key != u.Key() {
		return r.fail("key %v is not that of the fields, %v", key, u.Key())
	}
	*s = u
	return nil
}

// lines reads a signature's text; the first error stays.
type lines struct {
	rest string
	n    int // of the last line
	err  error
}

func (r *lines) fail(format string, args ...any) error {
	return fmt.Errorf("%w: line %d: %s", ErrSignature, r.n, fmt.Sprintf(format, args...))
}

// next takes a line; false at the end of the text.
func (r *lines) next() (string, bool) {
	line, rest, ok := strings.Cut(r.rest, "\n")
	r.rest = rest
	r.n++
	return line, ok
}

// has reports whether the next line is the field's.
func (r *lines) has(field string) bool {
	return r.err == nil && strings.HasPrefix(r.rest, field+": ")
}

// value takes the next line, which must be the field's.
func (r *lines) value(field string) string {
	if r.err != nil {
		return ""
	}
	line, ok := r.next()
	v, is := strings.CutPrefix(line, field+": ")
	if !ok || !is {
		r.err = r.fail("no %s", field)
	}
	return v
}

func (r *lines) quoted(field string) string {
	v := r.value(field)
	if r.err != nil {
		return ""
	}
	s, err := strconv.Unquote(v)
	if err != nil || len(v) == 0 || v[0] != '"' {
		r.err = r.fail("%s is not a quoted string", field)
	}
	return s
}

func (r *lines) hash(field string, to []byte) {
	v := r.value(field)
	if r.err != nil {
		return
	}
	b, err := hex.DecodeString(v)
	if err != nil || len(b) != len(to) || hex.EncodeToString(b) != v {
		r.err = r.fail("%s is no SHA-256", field)
		return
	}
	copy(to, b)
}

// trimNUL cuts the padding that a section may have.
func trimNUL(b []byte) []byte { return bytes.TrimRight(b, "\x00") }
