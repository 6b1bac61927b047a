// Package libc makes the file that a static program embeds to run C: musl's libc.a of the distribution with what it lacks for
// code that was compiled with glibc's headers, a compiler's builtins, and on request what C++ needs. It is an archive like any other, in which
// package static and linkers find what they need; rtdyld libc is the command.
//
// Nothing of it is this project's but the objects of static/internal/compat: what is in the file, of which version and under which licence, is
// said by a member, [NoteName], and the licences' texts stand in a file of their own.
//
// Law: this package reads archives and writes one; it links nothing and runs no compiler. The same files give the same bytes.
package libc

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/internal/compat"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Config says what goes into an archive. The zero value makes one for this machine of what the distribution has installed.
type Config struct {
	Target   triple.Triple     // zero: the one that this program is for
	Libc     string            // path of musl's libc.a; "": where distributions have it
	Builtins string            // Libgcc, CompilerRT, NoBuiltins or a path; "": what is there, libgcc first
	Cxx      bool              // with libgcc_eh.a and libstdc++.a
	Roots    []string          // folders with files as packages unpack them, searched in order; nil: "/"
	Licences map[string]string // paths of licences' texts by the name of a part, for those that are not where distributions have them
}

// What Config.Builtins may say besides a path.
const (
	Libgcc     = "libgcc"
	CompilerRT = "compiler-rt"
	NoBuiltins = "none"
)

// NoteName is the member that says what an archive has in it.
const NoteName = "rtdyld-libc.txt"

// Versions are those of musl that are known. Of others it is not known where what static needs is.
var Versions = []string{"1.2.3", "1.2.4", "1.2.5"}

// Part is where some members of the archive come from.
type Part struct {
	Name        string // "rtdyld", "musl", "libgcc", "compiler-rt", "libgcc_eh", "libstdc++"
	Version     string // musl's, or the compiler's by its folder; "" if nothing says so
	Path        string // of the archive; "" for rtdyld's own objects
	Members     int    // how many of it are there
	Licence     string // by SPDX
	LicencePath string // where its text is; "" for rtdyld's own
}

// Result is an archive and what is to be said of it.
type Result struct {
	Archive  []byte // with an index
	Licences []byte // texts of all licences, each behind the name of its parts
	Target   triple.Triple
	Parts    []Part
	Replaced []string // members of musl's that are left out, for rtdyld's objects stand for them
}

// piece is a part with its members.
type piece struct {
	Part
	members []member
}

// Make makes an archive.
func Make(ctx context.Context, cfg Config) (*Result, error) {
	if cfg.Target.IsZero() {
		cfg.Target = triple.Host()
	}
	f, err := newFinder(cfg)
	if err != nil {
		return nil, err
	}
	pieces, err := f.pieces(ctx)
	if err != nil {
		return nil, err
	}
	r := &Result{Target: cfg.Target}
	r.Replaced = replace(pieces)
	if r.Licences, err = f.licences(pieces); err != nil {
		return nil, err
	}
	for _, p := range pieces {
		r.Parts = append(r.Parts, p.Part)
	}
	all := []member{{name: NoteName, data: []byte(r.note(f.goarch))}}
	for _, p := range pieces {
		all = append(all, p.members...)
	}
	if r.Archive, err = write(all); err != nil {
		return nil, err
	}
	return r, nil
}

// pieces reads all parts. rtdyld's own comes first: of two definitions of a name the first counts.
func (f *finder) pieces(ctx context.Context) ([]*piece, error) {
	own := &piece{Part: Part{Name: "rtdyld", Licence: "NOASSERTION"}}
	for _, o := range compat.Objects(f.goarch) {
		m, err := newMember(ctx, f.target, o.Name, o.Data)
		if err != nil {
			return nil, err
		}
		own.members = append(own.members, m)
	}
	own.Members = len(own.members)
	pieces := []*piece{own}
	for _, find := range []func(context.Context) (*piece, error){f.musl, f.builtins, f.unwinder, f.cxx} {
		p, err := find(ctx)
		if err != nil {
			return nil, err
		}
		if p != nil {
			pieces = append(pieces, p)
		}
	}
	return pieces, nil
}

// replace takes members out of musl's part whose strong definitions rtdyld's own objects have, all of them, and returns their names.
func replace(pieces []*piece) []string {
	own := map[string]bool{}
	for _, m := range pieces[0].members {
		for _, s := range m.symbols {
			own[s.name] = own[s.name] || s.strong
		}
	}
	var out []string
	musl := pieces[1]
	musl.members = slices.DeleteFunc(musl.members, func(m member) bool {
		strong := 0
		for _, s := range m.symbols {
			if s.strong && !own[s.name] {
				return false
			}
			if s.strong {
				strong++
			}
		}
		if strong > 0 {
			out = append(out, m.name)
		}
		return strong > 0
	})
	musl.Members = len(musl.members)
	return out
}

// note is what the archive says of itself: a line a fact, words separated by tabs.
func (r *Result) note(goarch string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "rtdyld libc\t1\ntarget\tlinux/%s\n", goarch)
	for _, p := range r.Parts {
		version := p.Version
		if version == "" {
			version = "-"
		}
		fmt.Fprintf(&b, "part\t%s\t%s\t%d\t%s\n", p.Name, version, p.Members, p.Licence)
	}
	for _, name := range r.Replaced {
		fmt.Fprintf(&b, "replaced\t%s\n", name)
	}
	return b.String()
}

// licences gathers the texts: parts of one text have it once.
func (f *finder) licences(pieces []*piece) ([]byte, error) {
	var b strings.Builder
	var done []string
	for _, p := range pieces {
		if p.Path == "" {
			continue
		}
		path, err := f.licence(p)
		if err != nil {
			return nil, err
		}
		p.LicencePath = path
		if slices.Contains(done, path) {
			continue
		}
		done = append(done, path)
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		var names []string
		for _, q := range pieces {
			if q == p || q.Path != "" && q.Licence == p.Licence {
				names = append(names, q.Name)
			}
		}
		fmt.Fprintf(&b, "%s: %s\n%s\n\n%s\n\n", strings.Join(names, ", "), p.Licence, strings.Repeat("=", 72), strings.TrimSpace(string(text)))
	}
	return []byte(b.String()), nil
}

// isFor reports whether an object is for a processor.
func isFor(img *objfmt.ObjectImage, t triple.Triple) bool {
	return img.Triple.Arch == t.Arch && img.Triple.Format() == triple.ELF
}
