package libc

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/triple"
)

// member is a file of an archive.
type member struct {
	name    string
	data    []byte
	symbols []symbol // what it defines for others
}

type symbol struct {
	name   string
	strong bool
}

// newMember reads what an object defines. Its target must be t.
func newMember(ctx context.Context, t triple.Triple, name string, data []byte) (member, error) {
	img, err := objfile.ParseContext(ctx, name, data)
	if err != nil {
		return member{}, err
	}
	defer img.Close()
	if !isFor(img, t) {
		return member{}, &TargetError{Path: name, Target: t.String(), Found: img.Triple.String()}
	}
	return member{name, data, definitions(img)}, nil
}

// definitions are the names that an object defines for others, in the order of its symbol table.
func definitions(img *objfmt.ObjectImage) []symbol {
	var out []symbol
	for id := img.FirstGlobal; int(id) < len(img.Symbols); id++ {
		s := &img.Symbols[id]
		if s.Bind == objfmt.BindLocal || !s.Defined() {
			continue
		}
		out = append(out, symbol{string([]byte(img.SymbolName(id))), s.Bind != objfmt.BindWeak})
	}
	return out
}

// readArchive reads all objects of an archive.
func readArchive(ctx context.Context, t triple.Triple, path string) (members []member, err error) {
	a, err := ar.OpenContext(ctx, path)
	if err != nil {
		return nil, err
	}
	defer a.Close()
	for m, err := range a.Members() {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		data, err := m.Bytes()
		if err != nil {
			return nil, err
		}
		one, err := newMember(ctx, t, string([]byte(m.Name)), append([]byte(nil), data...))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		members = append(members, one)
	}
	return members, nil
}

const (
	headerSize  = 60
	longestName = 15 // in a header; longer ones stand in a member of their own
)

// write makes an archive as GNU ar does with D: an index, long names, then the members, without times and owners. The index has the
// first definition of each name.
func write(members []member) ([]byte, error) {
	var names []byte // the member "//"
	headers := make([]string, len(members))
	for i, m := range members {
		if len(m.name) <= longestName {
			headers[i] = m.name + "/"
			continue
		}
		headers[i] = fmt.Sprintf("/%d", len(names))
		names = append(names, m.name...)
		names = append(names, "/\n"...)
	}
	index, count := newIndex(members)
	at := uint64(len(ar.Magic)) + headerSize + even(len(index))
	if len(names) > 0 {
		at += headerSize + even(len(names))
	}
	offsets := make([]uint64, len(members))
	for i, m := range members {
		offsets[i] = at
		at += headerSize + even(len(m.data))
	}
	if at > math.MaxUint32 {
		return nil, &SizeError{at}
	}
	for i := range count {
		field := index[4+4*i:]
		binary.BigEndian.PutUint32(field, uint32(offsets[binary.BigEndian.Uint32(field)]))
	}
	out := make([]byte, 0, at)
	out = append(out, ar.Magic...)
	out = appendMember(out, "/", "0", index)
	if len(names) > 0 {
		out = appendMember(out, "//", "", names)
	}
	for i, m := range members {
		out = appendMember(out, headers[i], "644", m.data)
	}
	return out, nil
}

// newIndex has numbers of members where offsets will be.
func newIndex(members []member) (index []byte, count int) {
	seen := map[string]bool{}
	var fields, names []byte
	for i, m := range members {
		for _, s := range m.symbols {
			if seen[s.name] {
				continue
			}
			seen[s.name] = true
			fields = binary.BigEndian.AppendUint32(fields, uint32(i))
			names = append(names, s.name...)
			names = append(names, 0)
		}
	}
	count = len(seen)
	index = binary.BigEndian.AppendUint32(nil, uint32(count))
	index = append(index, fields...)
	return append(index, names...), count
}

func appendMember(out []byte, name, mode string, data []byte) []byte {
	zero := "0"
	if mode == "" { // long names have a size alone
		zero = ""
	}
	out = fmt.Appendf(out, "%-16s%-12s%-6s%-6s%-8s%-10d`\n", name, zero, zero, zero, mode, len(data))
	out = append(out, data...)
	if len(data)%2 != 0 {
		out = append(out, '\n')
	}
	return out
}

func even(n int) uint64 { return uint64(n) + uint64(n)&1 }
