package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/linkmap"
)

// linkTheirs runs the other linker.
func (r *oracleRun) linkTheirs() {
	var args strings.Builder
	for _, f := range r.files {
		fmt.Fprintf(&args, "%q\n", filepath.Join(r.dir, f))
	}
	for _, name := range slices.Sorted(maps.Keys(r.open)) {
		fmt.Fprintf(&args, "%q\n", r.define(name, r.open[name]))
	}
	rsp, out, m := filepath.Join(r.dir, "args"), filepath.Join(r.dir, "out"), filepath.Join(r.dir, "map")
	if err := os.WriteFile(rsp, []byte(args.String()), 0o666); err != nil {
		r.Fatal(err)
	}
	cmd := exec.Command(r.linker[0], slices.Concat(r.linker[1:], r.outputs(out, m), []string{"@" + rsp})...)
	if text, err := cmd.CombinedOutput(); err != nil {
		r.Fatalf("%v: %v\n%s", cmd, err, text[:min(len(text), 3000)])
	}
	var err error
	if r.theirs, err = r.readOut(out); err != nil {
		r.Fatal(err)
	}
}

// layOut makes a layout of the other linker's map. Sections of one name in one file
// are in the map in the order of the file, or in the row's.
func (r *oracleRun) layOut() {
	data, err := os.ReadFile(filepath.Join(r.dir, "map"))
	if err != nil {
		r.Fatal(err)
	}
	list, err := r.readMap(r, data)
	if err != nil {
		r.Fatal(err)
	}
	type key struct{ file, name string }
	at := map[key][]inputPlace{}
	for _, p := range list {
		k := key{p.file, p.name}
		at[k] = append(at[k], p)
	}
	type section struct {
		File    string `json:"file"`
		Section uint32 `json:"section"`
		Addr    string `json:"addr"`
	}
	layout := struct {
		Sections []section         `json:"sections"`
		Symbols  map[string]string `json:"symbols"`
	}{Symbols: map[string]string{}}
	for i, img := range r.imgs {
		r.places = append(r.places, map[objfmt.SectionID]uint64{})
		ids := r.kept[i]
		if r.order != nil {
			ids = slices.Clone(ids)
			slices.SortStableFunc(ids, func(a, b objfmt.SectionID) int { return r.order(img, a) - r.order(img, b) })
		}
		for _, id := range ids {
			s, name := &img.Sections[id], img.SectionName(id)
			k := key{r.files[i], name}
			if len(at[k]) == 0 {
				if r.gone(name) == "" && s.Size > 0 {
					r.Errorf("%s: %s is not in the map of %s", r.files[i], name, r.linker[0])
				}
				continue
			}
			p := at[k][0]
			at[k] = at[k][1:]
			if p.size != s.Size {
				r.Errorf("%s: %s has %#x bytes, in the map of %s %#x", r.files[i], name, s.Size, r.linker[0], p.size)
			}
			r.places[i][id] = p.addr
			layout.Sections = append(layout.Sections, section{r.files[i], s.Number, fmt.Sprintf("%#x", p.addr)})
		}
		for id := range img.Sections { // all sections of a name are kept, or what is left is not loaded
			if rest := at[key{r.files[i], img.SectionName(objfmt.SectionID(id))}]; len(rest) > 0 {
				r.Errorf("%s: %s keeps a section %s that we drop", r.files[i], r.linker[0], rest[0].name)
			}
		}
	}
	for _, m := range []map[string]uint64{r.given, r.open} {
		for name, addr := range m {
			layout.Symbols[name] = fmt.Sprintf("%#x", addr)
		}
	}
	if img, ok := r.theirs.(*elfImage); ok && img.toc != 0 {
		layout.Symbols[".TOC."] = fmt.Sprintf("%#x", img.toc)
	}
	if data, err = json.MarshalIndent(layout, "", " "); err != nil {
		r.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(r.dir, "layout.json"), data, 0o666); err != nil {
		r.Fatal(err)
	}
}

// linkOurs runs rtdyld link.
func (r *oracleRun) linkOurs() {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1)) // the command sets both
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	out := filepath.Join(r.dir, "ours")
	args := []string{"link", "-layout", filepath.Join(r.dir, "layout.json"), "-relax=false", "-out", out}
	for _, f := range r.files {
		args = append(args, filepath.Join(r.dir, f))
	}
	var stdout, stderr bytes.Buffer
	if status := Main(args, &stdout, &stderr); status != 0 {
		r.Fatalf("rtdyld link ended with %d\n%s", status, stderr.Bytes()[:min(stderr.Len(), 3000)])
	}
	data, err := os.ReadFile(filepath.Join(out, "map.json"))
	if err != nil {
		r.Fatal(err)
	}
	var m linkmap.Document
	if err := json.Unmarshal(data, &m); err != nil {
		r.Fatal(err)
	}
	r.slotsAt = map[string]uint64{}
	for _, s := range m.Sections {
		if s.Size == 0 {
			continue
		}
		data, err := os.ReadFile(filepath.Join(out, s.Bin))
		if err != nil {
			r.Fatal(err)
		}
		r.ours = append(r.ours, part{uint64(s.Addr), data})
		if s.Name == "<got>" {
			r.slotsAt[filepath.Base(s.File)] = uint64(s.Addr) + r.bias
		}
	}
	r.ours.sort()
}

// memory is what a linker has written, in the order of addresses.
type memory []part

type part struct {
	addr uint64
	data []byte
}

func (m memory) sort() {
	slices.SortFunc(m, func(a, b part) int {
		switch {
		case a.addr < b.addr:
			return -1
		case a.addr > b.addr:
			return 1
		}
		return 0
	})
}

// read returns size bytes at addr, nil if it does not have them all.
func (m memory) read(addr, size uint64) []byte {
	i, _ := slices.BinarySearchFunc(m, addr, func(p part, addr uint64) int {
		if p.addr <= addr {
			return -1
		}
		return 1
	})
	if i == 0 {
		return nil
	}
	p := m[i-1]
	if off := addr - p.addr; off <= uint64(len(p.data)) && size <= uint64(len(p.data))-off {
		return p.data[off : off+size]
	}
	return nil
}
