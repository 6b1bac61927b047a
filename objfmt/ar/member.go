package ar

import (
	"bytes"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/bin"
)

// A member's header is 60 bytes of text, padded with spaces:
//
//	 0  name   16
//	16  date   12  decimal, seconds since 1970
//	28  uid     6  decimal
//	34  gid     6  decimal
//	40  mode    8  octal
//	48  size   10  decimal, bytes that follow (of the file, if thin)
//	58  magic   2  "`\n"
//
// Headers begin at even offsets.
const (
	nameSize   = 16
	sizeOffset = 48
	headerSize = 60
)

// maxName bounds a member's name: the longest path that Linux takes. Without it a
// small archive whose headers all point into one endless name is slow to read.
const maxName = 4096

// Member is one file in an archive. It is a value that may be copied; its Name is
// a view into the archive's buffer.
type Member struct {
	Name   string // as stored, for a thin archive the path of the file
	Offset uint64 // of the header in the archive, in bytes; identifies the member
	Size   uint64 // of the contents in bytes; of a thin member when it was added
	// Origin is 0 or, in a thin archive that was given another archive, the offset
	// of the member's header in that one, whose path is Name then.
	Origin uint64

	archive *Archive
	data    uint64 // offset of the contents in the archive
}

// header is a decoded member header.
type header struct {
	raw  []byte
	data uint64 // offset of what follows
	size uint64
}

// header reads the header at off. It does not check that the contents are there.
func (a *Archive) header(data []byte, off uint64) (h header, err error) {
	raw, ok := bin.Slice(data, off, headerSize)
	if !ok {
		return h, a.fail(off, "member header", "ends outside the file of %d bytes", len(data))
	}
	if raw[58] != '`' || raw[59] != '\n' {
		return h, a.fail(off+58, "member header", "magic is %q", raw[58:60])
	}
	size, ok := number(raw[sizeOffset:58], 10)
	if !ok {
		return h, a.fail(off+sizeOffset, "member header", "size %q is no number", raw[sizeOffset:58])
	}
	return header{raw: raw, data: off + headerSize, size: size}, nil
}

func (a *Archive) lyingSize(data []byte, h header) error {
	return a.fail(h.data-headerSize+sizeOffset, "member header", "size %d ends outside the file of %d bytes", h.size, len(data))
}

// member reads the member at off and tells where the next one begins.
func (a *Archive) member(data []byte, off uint64) (m Member, next uint64, err error) {
	h, err := a.header(data, off)
	if err != nil {
		return m, 0, err
	}
	m.Offset = off
	m.archive = a
	if !a.thin {
		if _, ok := bin.Slice(data, h.data, h.size); !ok {
			return Member{}, 0, a.lyingSize(data, h)
		}
	}
	if err := a.name(data, h, &m); err != nil {
		return Member{}, 0, err
	}
	if a.thin {
		return m, h.data, nil
	}
	return m, align2(h.data + h.size), nil
}

// name decodes the name of a member and what depends on it: where its contents
// are and how many. There are four ways to write it:
//
//	name/           System V, GNU, Microsoft; BSD without the slash
//	/123            at byte 123 of the long names member
//	/123:456        GNU thin: the member at byte 456 of the archive of that name
//	#1/20           BSD: the first 20 bytes of the contents, filled up with NUL
func (a *Archive) name(data []byte, h header, m *Member) error {
	off, raw := h.data-headerSize, h.raw[:nameSize]
	m.data, m.Size = h.data, h.size
	switch {
	case raw[0] == '#' && raw[1] == '1' && raw[2] == '/':
		n, ok := number(raw[3:], 10)
		if !ok || a.thin || n > h.size || n > maxName {
			return a.fail(off, "member header", "bad long name %q", raw)
		}
		name, ok := bin.Slice(data, h.data, n)
		if !ok {
			return a.lyingSize(data, h)
		}
		m.Name = bin.String(bytes.TrimRight(name, "\x00"))
		m.data, m.Size = h.data+n, h.size-n
	case raw[0] == '/':
		raw = bytes.TrimSuffix(raw, []byte("/")) // GNU ar leaves that of a name of 15 bytes
		at, origin, nested := bytes.Cut(raw[1:], []byte(":"))
		n, ok := number(at, 10)
		if nested && ok {
			m.Origin, ok = number(origin, 10)
			ok = ok && a.thin && m.Origin != 0
		}
		if !ok {
			return a.fail(off, "member header", "bad name %q", raw)
		}
		return a.longName(off, n, m)
	default:
		if i := bytes.IndexByte(raw, 0); i >= 0 {
			raw = raw[:i]
		}
		raw = bytes.TrimRight(raw, " ")
		m.Name = bin.String(bytes.TrimSuffix(raw, []byte("/")))
	}
	return nil
}

// longName looks up byte n of the long names member. A name ends with "/\n" (GNU),
// "\n" (old System V) or NUL (Microsoft).
func (a *Archive) longName(off, n uint64, m *Member) error {
	if n >= uint64(len(a.longs)) {
		return a.fail(off, "member header", "name at %d of %d bytes of long names", n, len(a.longs))
	}
	b := a.longs[n:]
	b = b[:min(len(b), maxName+1)]
	i := 0
	for i < len(b) && b[i] != '\n' && b[i] != 0 { // names are short: faster than bytes.IndexAny
		i++
	}
	switch {
	case i > maxName:
		return a.fail(off, "member header", "name at %d of the long names has no end within %d bytes", n, maxName)
	case i < len(b) && b[i] == '\n':
		m.Name = bin.String(bytes.TrimSuffix(b[:i], []byte("/")))
	default: // the last name may lack its end
		m.Name = bin.String(b[:i])
	}
	return nil
}

// number reads a field of digits, filled up with spaces.
func number(b []byte, base uint64) (v uint64, ok bool) {
	for i, c := range b {
		d := uint64(c - '0')
		if d >= base {
			return v, i > 0 && len(bytes.TrimRight(b[i:], " ")) == 0
		}
		v = v*base + d
	}
	return v, len(b) > 0
}

// field reads one of the header's descriptive numbers. They are blank in special
// members and whatever the tool liked in others ("-1" for a date): what is no
// number reads 0.
func (m Member) field(lo, hi int, base uint64) uint64 {
	if m.archive == nil {
		return 0
	}
	data, err := m.archive.bytes()
	if err != nil {
		return 0
	}
	raw, ok := bin.Slice(data, m.Offset, headerSize)
	if !ok {
		return 0
	}
	v, ok := number(raw[lo:hi], base)
	if !ok {
		return 0
	}
	return v
}

// ModTime is when the file was changed last, to the second; the zero Time if the
// header does not say or says 0, as archives made reproducibly do.
func (m Member) ModTime() time.Time {
	s := m.field(16, 28, 10)
	if s == 0 {
		return time.Time{}
	}
	return time.Unix(int64(s), 0)
}

// UID is the owner's number, 0 if the header does not say.
func (m Member) UID() uint32 { return uint32(m.field(28, 34, 10)) }

// GID is the group's number, 0 if the header does not say.
func (m Member) GID() uint32 { return uint32(m.field(34, 40, 10)) }

// Mode is the file's permissions, 0 if the header does not say.
func (m Member) Mode() fs.FileMode { return fs.FileMode(m.field(40, 48, 8)) & fs.ModePerm }

// Archive is the archive that holds the member.
func (m Member) Archive() *Archive { return m.archive }

// String is how errors and maps call the member: "archive(member)", or
// "thin(archive:offset)" for one with an Origin. It is a string of its own, not a
// view.
func (m Member) String() string {
	switch {
	case m.archive == nil:
		return strings.Clone(m.Name)
	case m.Origin != 0:
		return fmt.Sprintf("%s(%s:%d)", m.archive.Name(), m.Name, m.Origin)
	}
	return m.archive.Name() + "(" + m.Name + ")"
}
