//go:build rtdyld_static

package brought

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/static"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/libc"
)

//go:generate go run ../../cmd/rtdyld libc -o lib/libc_linux_$GOARCH.a

//go:embed lib
var lib embed.FS

// Library is the C library.
type Library struct {
	Archive static.Archive
	Names   *ar.Archive // the same
	parts   []string    // that rtdyld libc has put into it
}

// Libc opens it, once.
var Libc = sync.OnceValues(func() (*Library, error) {
	name, read := os.Getenv(Variable), os.ReadFile
	if name == "" {
		name, read = "lib/libc_linux_"+runtime.GOARCH+".a", lib.ReadFile
	}
	data, err := read(name)
	if err != nil {
		return nil, &MissingError{err}
	}
	l := &Library{Archive: static.Archive{Name: filepath.Base(name), Data: data}}
	if l.Names, err = ar.Parse(l.Archive.Name, data); err != nil {
		return nil, err
	}
	note, err := l.note()
	for line := range strings.Lines(note) {
		if f := strings.Split(line, "\t"); f[0] == "part" && len(f) > 1 {
			l.parts = append(l.parts, f[1])
		}
	}
	return l, err
})

// note is the first member's text, if rtdyld libc has made the archive.
func (l *Library) note() (string, error) {
	for m, err := range l.Names.Members() {
		if err != nil || m.Name != libc.NoteName {
			return "", err
		}
		text, err := m.Bytes()
		return string(text), err
	}
	return "", nil
}

// MissingError says that there is no C library.
type MissingError struct{ Err error }

func (e *MissingError) Error() string {
	return fmt.Sprintf("no C library: %v\nrtdyld libc -o libc.a makes one where musl-dev is installed (a package of Debian's and Alpine's), and %s=libc.a names it; "+
		"go generate -tags rtdyld_static ./cmd/..., before go build, embeds it in the command", e.Err, Variable)
}

// Unwrap returns e.Err.
func (e *MissingError) Unwrap() error { return e.Err }

// besideLibc are libraries of gcc's, and the parts of an archive that have them.
var besideLibc = map[string][]string{
	"libgcc": {"libgcc", "compiler-rt", "builtins"}, "libgcc_s": {"libgcc_eh"}, "libgcc_eh": {"libgcc_eh"}, "libstdc++": {"libstdc++"}, "libsupc++": {"libstdc++"},
}

// PartError says that the archive is made without a part.
type PartError struct{ Library, Part, Archive string }

func (e *PartError) Error() string {
	return fmt.Sprintf("%s: there is no %s in %s: rtdyld libc -c++ -o libc.a makes an archive that has it, and %s=libc.a names that", e.Library, e.Part, e.Archive, Variable)
}

// Is matches [errors.ErrUnsupported].
func (e *PartError) Is(t error) bool { return t == errors.ErrUnsupported }

// Has reports whether a shared library's names are in what is brought along: libm.so.6's, for one.
func Has(path string) (bool, error) {
	name := filepath.Base(path)
	if name != path && !filepath.IsAbs(path) {
		return false, nil // the user's own
	}
	stem, _, _ := strings.Cut(name, ".so")
	parts := besideLibc[stem]
	if parts == nil {
		return static.InLibc(name), nil
	}
	l, err := Libc()
	if err != nil {
		return false, err
	}
	for _, p := range parts {
		if slices.Contains(l.parts, p) {
			return true, nil
		}
	}
	return false, &PartError{path, parts[0], l.Archive.Name}
}

// Check refuses shared libraries whose names are not there.
func Check(shared []string) error {
	for _, path := range shared {
		if ok, err := Has(path); err != nil {
			return err
		} else if !ok {
			return &static.UnsupportedError{What: path, Why: "a static program opens no shared library: give it the archive"}
		}
	}
	return nil
}

// Open starts the C library, or returns the process that has it; shared libraries are those that are to be there.
func Open(ctx context.Context, cfg static.Config, shared []string) (*static.Process, error) {
	if err := Check(shared); err != nil {
		return nil, err
	}
	l, err := Libc()
	if err != nil {
		return nil, err
	}
	cfg.Libc = []static.Archive{l.Archive}
	return static.Open(ctx, cfg)
}

// Explain adds to an error about names that nobody defines why the C library has them not.
func Explain(err error) error {
	u, ok := errors.AsType[*rtdyld.UndefinedError](err)
	if !ok {
		return err
	}
	err = static.Explain(err)
	l, failed := Libc()
	if failed != nil || slices.Contains(l.parts, "libstdc++") || !slices.ContainsFunc(u.Symbols, func(s rtdyld.UndefinedSymbol) bool { return isCxx(s.Name) }) {
		return err
	}
	return &explained{err, &PartError{"C++", "libstdc++", l.Archive.Name}}
}

// explained is an error with what is known of it.
type explained struct{ err, why error }

func (e *explained) Error() string { return e.err.Error() + "\n" + e.why.Error() }

// Unwrap returns both.
func (e *explained) Unwrap() []error { return []error{e.err, e.why} }

// isCxx reports a name of C++'s library.
func isCxx(name string) bool {
	for _, prefix := range []string{"_ZNSt", "_ZNKSt", "_ZSt", "_Zn", "_Zd", "_ZTI", "_ZTVN10__cxxabiv1", "__cxa_", "__gxx_"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}
