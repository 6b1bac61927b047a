// Package eh takes the records of dropped functions out of .eh_frame sections.
//
// Law: it reads and writes the bytes that it is given and knows nothing else.
package eh

import (
	"context"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
)

// End is how many zero bytes end the records of a section in memory: a record of length
// 0 (LSB Core, "The .eh_frame section").
const End = 4

// Dead finds the records that describe dropped functions. fields are the offsets of
// fields that refer to dropped sections, in ascending order. The error is the context's.
//
// Compilers put one .eh_frame beside all groups of an object, so that it keeps
// pointing at functions that another object's copy has replaced. Such a record
// must go, or an unwinder would find it for whatever lies at its address. It goes
// without moving anything: the record before it grows over it and its bytes
// become DW_CFA_nop, which is what pads records anyway (LSB Core, chapter 10.6.1).
func Dead(ctx context.Context, data []byte, fields []uint64, order bin.Order) ([]records.Span, error) {
	var some [64]records.Span
	spans := some[:0]
	var done heed.Count
	for at, k := uint64(0), 0; k < len(fields); {
		r, ok := read(data, at, order)
		if !ok {
			break // the end, or a broken record: what follows has no meaning
		}
		if err := done.Items(ctx, 1); err != nil {
			return nil, err
		}
		for k < len(fields) && fields[k] < r.body+4 {
			k++ // no field of a function's address
		}
		if k < len(fields) && fields[k] == r.body+4 && !r.cie && at > 0 {
			if n := len(spans); n > 0 && spans[n-1].To == at {
				spans[n-1].To = r.end
			} else {
				spans = append(spans, records.Span{From: at, To: r.end})
			}
		}
		for k < len(fields) && fields[k] < r.end {
			k++
		}
		at = r.end
	}
	return append([]records.Span(nil), spans...), nil // one slice that is as long as it has to be
}

// record is one CIE or FDE.
type record struct {
	body, end uint64 // offset of the CIE pointer or id; end of the record
	cie       bool
}

// read reads the record at offset at; false at the terminator, at the end and where the
// length is not sound.
func read(data []byte, at uint64, order bin.Order) (record, bool) {
	b, ok := bin.Slice(data, at, 4)
	if !ok {
		return record{}, false
	}
	n, body := uint64(order.U32(b)), at+4
	if n == 0xffff_ffff {
		if b, ok = bin.Slice(data, body, 8); !ok {
			return record{}, false
		}
		n, body = order.U64(b), body+8
	}
	b, ok = bin.Slice(data, body, n)
	if !ok || n < 4 {
		return record{}, false
	}
	return record{body, body + n, order.U32(b) == 0}, true
}

// Erase writes DW_CFA_nop over the spans that Dead has found and lengthens the records
// before them. mem is a fresh copy of the file's bytes. The error is the context's.
func Erase(ctx context.Context, mem []byte, spans []records.Span, order bin.Order) error {
	at := uint64(0)
	var done heed.Count
	for _, s := range spans {
		for {
			r, ok := read(mem, at, order)
			if !ok {
				return nil
			}
			if err := done.Items(ctx, 1); err != nil {
				return err
			}
			if r.end == s.From {
				break
			}
			at = r.end
		}
		if order.U32(mem[at:]) == 0xffff_ffff {
			order.PutU64(mem[at+4:], order.U64(mem[at+4:])+s.To-s.From)
		} else {
			order.PutU32(mem[at:], order.U32(mem[at:])+uint32(s.To-s.From))
		}
		clear(mem[s.From:s.To])
		at = s.To
	}
	return nil
}
