package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"

	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/linkmap"
)

// rows is text that goes out in large pieces. What there is much of is appended to buf with columns, a row at a time, then end is called;
// it is an [io.Writer] for the rest.
type rows struct {
	w   io.Writer
	buf []byte
	err error // the first of w
}

// rowsSize is from how many bytes on rows are written. A row is a fraction of that.
const rowsSize = 128 << 10

func newRows(w io.Writer) *rows { return &rows{w: w, buf: make([]byte, 0, rowsSize+rowsSize/8)} }

// Write implements io.Writer.
func (r *rows) Write(b []byte) (int, error) {
	r.buf = append(r.buf, b...)
	r.full()
	return len(b), r.err
}

// end ends a row whose last column is a name with a file behind it in brackets, or nothing if that is empty.
func (r *rows) end(name, file string) {
	r.buf = append(r.buf, texts.Name(name)...)
	if file != "" {
		r.buf = append(append(append(r.buf, " ("...), file...), ')')
	}
	r.buf = append(r.buf, '\n')
	r.full()
}

// full writes what there is if it is enough.
func (r *rows) full() {
	if len(r.buf) >= rowsSize {
		r.flush()
	}
}

// flush writes what there is.
func (r *rows) flush() error {
	if r.err == nil && len(r.buf) > 0 {
		_, r.err = r.w.Write(r.buf)
	}
	r.buf = r.buf[:0]
	return r.err
}

// left fills a column that begins at byte start of buf with blanks up to width, and one behind it.
func (r *rows) left(start, width int) {
	const blanks = "                                "
	r.buf = append(append(r.buf, blanks[:max(0, width-(len(r.buf)-start))]...), ' ')
}

// addr is a column of 18 bytes.
func (r *rows) addr(a linkmap.Address) {
	start := len(r.buf)
	r.buf = a.Append(r.buf)
	r.left(start, 18)
}

// word is a column of some bytes, a word in ASCII.
func (r *rows) word(s string, width int) {
	start := len(r.buf)
	r.buf = append(r.buf, s...)
	r.left(start, width)
}

// size is a column of 10 bytes with a number in base 16 at its right.
func (r *rows) size(n uint64) {
	var b [20]byte
	r.right(linkmap.Address(n).Append(b[:0]), 10)
}

// decimal is a column of 6 bytes with a number at its right.
func (r *rows) decimal(n uint64) {
	var b [20]byte
	r.right(strconv.AppendUint(b[:0], n, 10), 6)
}

func (r *rows) right(digits []byte, width int) {
	const blanks = "          "
	r.buf = append(append(append(r.buf, blanks[:max(0, width-len(digits))]...), digits...), ' ')
}

// write prints the map for a reader: what takes how much and why it is there, sections in file
// order, then what is in them, and external names.
func (m *linkMap) write(ctx context.Context, w io.Writer) error {
	b := newRows(w)
	from := "from the start of the image"
	if m.absolute {
		from = "as chosen"
	}
	fmt.Fprintf(b, "addresses are %s, sizes in bytes\n\n%10s %10s %10s %10s %s\n", from, "TOTAL", "CODE", "READ-ONLY", "DATA", "FILE")
	for _, f := range m.files {
		fmt.Fprintf(b, "%10d %10d %10d %10d %s%s\n", f.Size, f.Code, f.ReadOnly, f.Data, texts.Name(f.File), neededText(f.Needed))
	}
	if err := m.writeSections(ctx, b); err != nil {
		return err
	}
	if err := m.writeSymbols(ctx, b); err != nil {
		return err
	}
	if len(m.external) > 0 {
		fmt.Fprintf(b, "\n%-36s %s\n", "FROM", "NAME")
	}
	for _, o := range m.external {
		fmt.Fprintf(b, "%-36s %s\n", texts.Name(cmp.Or(o.From, "?")), texts.Name(o.Name))
	}
	if err := m.writeMade(ctx, b); err != nil {
		return err
	}
	for _, c := range m.copies {
		fmt.Fprintf(b, "\n%v: copy of %s, %d bytes; its library keeps using its own\n", m.show(c.Addr), texts.Name(c.Symbol), c.Size)
	}
	c := m.counts
	fmt.Fprintf(b, "\n%d files, %d sections, %d symbols, %d relocations, %d stubs, %d GOT entries, %d copies, %d bytes\n",
		c.Files, c.Sections, c.Symbols, c.Relocs, c.Stubs, c.GOT, c.Copies, c.Bytes)
	return b.flush()
}

func (m *linkMap) writeSections(ctx context.Context, b *rows) error {
	fmt.Fprintf(b, "\n%-18s %10s %6s %-6s %s\n", "ADDRESS", "SIZE", "ALIGN", "KIND", "SECTION")
	file := ""
	err := m.eachSection(ctx, func(o *rtdyld.Object, s *rtdyld.LoadedSection) {
		if s == nil {
			file = texts.Name(o.Name())
			return
		}
		b.addr(m.show(linkmap.Address(s.Addr)))
		b.size(uint64(len(s.Mem)))
		b.decimal(s.Align)
		b.word(s.Kind.String(), 6)
		b.buf = append(append(b.buf, file...), ": "...)
		b.end(s.Name, "")
	})
	return cmp.Or(err, b.err)
}

func (m *linkMap) writeSymbols(ctx context.Context, b *rows) error {
	fmt.Fprintf(b, "\n%-18s %10s %-6s %s\n", "ADDRESS", "SIZE", "BIND", "SYMBOL")
	file := ""
	err := m.eachSymbol(ctx, func(o *rtdyld.Object, s *rtdyld.LoadedSymbol) {
		if s == nil {
			file = texts.Name(o.Name())
			return
		}
		if m.locals || s.Bind != objfmt.BindLocal {
			b.addr(m.show(linkmap.Address(s.Addr)))
			b.size(s.Size)
			b.word(s.Bind.String(), 6)
			b.end(s.Name, file)
		}
	})
	return cmp.Or(err, b.err)
}

// writeMade prints stubs, then GOT entries, under a line if there are any.
func (m *linkMap) writeMade(ctx context.Context, b *rows) error {
	titled, file := false, ""
	for _, stubs := range []bool{true, false} {
		err := m.eachMade(ctx, stubs, func(o *rtdyld.Object, e *rtdyld.Made) {
			if e == nil {
				file = texts.Name(o.Name())
				return
			}
			if !titled {
				titled = true
				fmt.Fprintf(b, "\n%-18s %-8s %s\n", "ADDRESS", "MADE", "FOR")
			}
			b.addr(m.show(linkmap.Address(e.Addr)))
			b.word(e.What, 8)
			b.end(e.Symbol, file)
		})
		if err = cmp.Or(err, b.err); err != nil {
			return err
		}
	}
	return nil
}

// neededText gives ", for puts of main.o"; nothing of a file that was named.
func neededText(r *linkmap.Reason) string {
	switch {
	case r == nil:
		return ""
	case r.By == "":
		return ", for " + texts.Name(r.For)
	}
	return ", for " + texts.Name(r.For) + " of " + texts.Name(r.By)
}
