// Package objgen writes objects and archives for tests, correct or wrong on
// purpose, in formats and flavours that no installed tool may write.
//
// Law: only tests import it. It shares no code with the parsers, so that a
// misreading cannot hide in both.
package objgen

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// ArFlavour is a way to write an archive.
type ArFlavour uint8

// The flavours that ar tools write.
const (
	ArGNU      ArFlavour = iota // index "/", long names in "//"
	ArGNU64                     // index "/SYM64/"
	ArBSD                       // index "__.SYMDEF", long names before the contents
	ArDarwin                    // the same, members filled up to 8 bytes
	ArDarwin64                  // index "__.SYMDEF_64"
	ArCOFF                      // two linker members, long names end with NUL
	NumArFlavours
)

var arNames = [...]string{"gnu", "gnu64", "bsd", "darwin", "darwin64", "coff"}

// String names the flavour.
func (f ArFlavour) String() string { return arNames[f] }

// ArMember is a member to write.
type ArMember struct {
	Name     string
	Data     []byte
	Time     uint64
	UID, GID uint64
	Mode     uint64   // 0 is written as 644
	Symbols  []string // what the index says it defines
	Size     uint64   // of a thin member
	Origin   uint64   // of a thin archive's member in the archive Name
}

// Ar is an archive to write.
type Ar struct {
	Flavour ArFlavour
	Thin    bool // GNU flavours: names alone
	NoIndex bool
	Big     bool // BSD flavours: byte order of the index
	Members []ArMember
}

// Bytes writes the archive.
func (a *Ar) Bytes() []byte {
	w := arWriter{Ar: a, data: []byte("!<arch>\n")}
	if a.Thin {
		w.data = []byte("!<thin>\n")
	}
	w.nameMembers()
	// The index comes first and holds offsets that depend on its size, not on what
	// it says: write it twice.
	offsets := make([]uint64, len(a.Members))
	head := w.head(offsets)
	at := uint64(len(head))
	for i := range a.Members {
		offsets[i] = at
		at += uint64(len(w.member(i)))
	}
	w.data = w.head(offsets)
	for i := range a.Members {
		w.data = append(w.data, w.member(i)...)
	}
	return w.data
}

type arWriter struct {
	*Ar
	data  []byte
	names []string // header names of the members
	longs []byte
}

func (w *arWriter) bsd() bool {
	return w.Flavour == ArBSD || w.Flavour == ArDarwin || w.Flavour == ArDarwin64
}

// nameMembers fills names and longs.
func (w *arWriter) nameMembers() {
	for _, m := range w.Members {
		switch {
		case w.bsd():
			w.names = append(w.names, m.Name)
		case w.Thin || len(m.Name) > 15 || strings.ContainsAny(m.Name, "/ "):
			name := fmt.Sprintf("/%d", len(w.longs))
			if m.Origin != 0 {
				name += fmt.Sprintf(":%d", m.Origin)
			}
			w.names = append(w.names, name)
			w.longs = append(w.longs, m.Name...)
			if w.Flavour == ArCOFF {
				w.longs = append(w.longs, 0)
			} else {
				w.longs = append(w.longs, "/\n"...)
			}
		default:
			w.names = append(w.names, m.Name+"/")
		}
	}
}

// head writes what stands before the first ordinary member.
func (w *arWriter) head(offsets []uint64) []byte {
	out := slices.Clone(w.data[:8])
	put := func(name string, contents []byte) {
		out = append(out, w.record(ArMember{Data: contents}, name)...)
	}
	if !w.NoIndex {
		switch w.Flavour {
		case ArGNU:
			put("/", w.gnuIndex(offsets, 4))
		case ArGNU64:
			put("/SYM64/", w.gnuIndex(offsets, 8))
		case ArBSD:
			put("__.SYMDEF", w.bsdIndex(offsets, 4))
		case ArDarwin:
			put("__.SYMDEF SORTED", w.bsdIndex(offsets, 4))
		case ArDarwin64:
			put("__.SYMDEF_64", w.bsdIndex(offsets, 8))
		case ArCOFF:
			put("/", w.gnuIndex(offsets, 4))
			put("/", w.coffIndex(offsets))
		}
	}
	if w.longs != nil {
		put("//", w.longs)
	}
	return out
}

func (w *arWriter) member(i int) []byte { return w.record(w.Members[i], w.names[i]) }

// record writes a header and contents.
func (w *arWriter) record(m ArMember, name string) []byte {
	contents := slices.Clone(m.Data)
	special := name == "/" || name == "//" || name == "/SYM64/"
	if w.bsd() {
		// Darwin keeps contents at multiples of 8 from the header's end.
		if long := len(name) > 16 || strings.Contains(name, " ") || w.Flavour != ArBSD; long {
			padded := []byte(name)
			for len(padded)%8 != 4 {
				padded = append(padded, 0)
			}
			contents = append(padded, contents...)
			name = fmt.Sprintf("#1/%d", len(padded))
		}
		if w.Flavour != ArBSD {
			for len(contents)%8 != 4 {
				contents = append(contents, '\n')
			}
		}
	}
	size := uint64(len(contents))
	if w.Thin && !special {
		size, contents = m.Size, nil
	}
	mode := m.Mode
	if mode == 0 {
		mode = 0o644
	}
	out := fmt.Appendf(nil, "%-16s%-12d%-6d%-6d%-8o%-10d`\n", name, m.Time, m.UID, m.GID, mode, size)
	out = append(out, contents...)
	if len(out)%2 != 0 {
		out = append(out, '\n')
	}
	return out
}

func (w *arWriter) gnuIndex(offsets []uint64, width int) []byte {
	var words []uint64
	var names []byte
	for i, m := range w.Members {
		for _, s := range m.Symbols {
			words = append(words, offsets[i])
			names = append(append(names, s...), 0)
		}
	}
	out := arWord(nil, binary.BigEndian, width, uint64(len(words)))
	for _, v := range words {
		out = arWord(out, binary.BigEndian, width, v)
	}
	return append(out, names...)
}

func (w *arWriter) bsdIndex(offsets []uint64, width int) []byte {
	var o binary.AppendByteOrder = binary.LittleEndian
	if w.Big {
		o = binary.BigEndian
	}
	var records, names []byte
	for i, m := range w.Members {
		for _, s := range m.Symbols {
			records = arWord(records, o, width, uint64(len(names)))
			records = arWord(records, o, width, offsets[i])
			names = append(append(names, s...), 0)
		}
	}
	for len(names)%8 != 0 {
		names = append(names, 0)
	}
	out := append(arWord(nil, o, width, uint64(len(records))), records...)
	return append(arWord(out, o, width, uint64(len(names))), names...)
}

func (w *arWriter) coffIndex(offsets []uint64) []byte {
	type symbol struct {
		name   string
		member int
	}
	var symbols []symbol
	o := binary.LittleEndian
	out := o.AppendUint32(nil, uint32(len(offsets)))
	for i, m := range w.Members {
		out = o.AppendUint32(out, uint32(offsets[i]))
		for _, s := range m.Symbols {
			symbols = append(symbols, symbol{s, i + 1})
		}
	}
	slices.SortStableFunc(symbols, func(a, b symbol) int { return strings.Compare(a.name, b.name) })
	out = o.AppendUint32(out, uint32(len(symbols)))
	for _, s := range symbols {
		out = o.AppendUint16(out, uint16(s.member))
	}
	for _, s := range symbols {
		out = append(append(out, s.name...), 0)
	}
	return out
}

func arWord(b []byte, o binary.AppendByteOrder, width int, v uint64) []byte {
	if width == 8 {
		return o.AppendUint64(b, v)
	}
	return o.AppendUint32(b, uint32(v))
}
