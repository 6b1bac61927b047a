package command

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler/internal/irname"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Compile implements [compiler.Compiler]. A command that fails is an *[Error]; an object
// for another target than the source's is one that matches [triple.ErrMismatch].
func (c *Compiler) Compile(ctx context.Context, src compiler.Source) (*objfmt.ObjectBuffer, error) {
	if err := c.complete(&src); err != nil {
		return nil, err
	}
	dir, err := c.temp()
	if err != nil {
		return nil, fmt.Errorf("command: %w", err)
	}
	defer removeAll(dir)
	v := c.values(&src)
	v[holeTmp], v[holeObj] = dir, filepath.Join(dir, "object.o")
	v[holeSrc] = filepath.Join(dir, "source"+c.cfg.Suffix)
	r := run{c: c, src: &src, dir: dir, args: c.args.fill(&c.cfg, v), limit: c.cfg.MaxObject}
	if c.args.has(holeSrc) {
		err = os.WriteFile(v[holeSrc], bytes.Join(c.text(&src), nil), 0o600)
		r.rename = v[holeSrc]
	} else {
		r.stdin = c.text(&src)
	}
	if err != nil {
		return nil, fmt.Errorf("command: %w", err)
	}
	if err := r.do(ctx); err != nil {
		return nil, err
	}
	obj := r.stdout.b
	if c.args.has(holeObj) {
		if obj, err = readObject(v[holeObj], c.cfg.MaxObject); err != nil {
			return nil, r.fail(err)
		}
	}
	if err := check(ctx, &src, obj); err != nil {
		return nil, r.fail(err)
	}
	if ds := r.diagnostics(); len(ds) > 0 && c.cfg.Report != nil {
		c.cfg.Report(src, ds)
	}
	return objfmt.NewBuffer(src.Name, obj), nil
}

// check refuses what is no object, or one for another target.
func check(ctx context.Context, src *compiler.Source, obj []byte) error {
	img, err := objfile.ParseForContext(ctx, src.Triple, src.Name, obj)
	if err != nil {
		return err
	}
	return img.Close()
}

// readObject reads the file that the command has made.
func readObject(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if st, err := f.Stat(); err != nil || !st.Mode().IsRegular() || st.Size() > limit {
		if err == nil {
			err = fmt.Errorf("object: %w", ErrTooLarge)
		}
		return nil, err
	}
	return io.ReadAll(f)
}

// Defines implements [compiler.Compiler] by Config.Defines.
func (c *Compiler) Defines(ctx context.Context, src compiler.Source) ([]string, bool, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, false, err
	}
	if c.cfg.Defines == nil {
		return nil, false, nil
	}
	if err := c.complete(&src); err != nil {
		return nil, false, err
	}
	return c.cfg.Defines(ctx, src)
}

// complete gives a source that has no triple that of its text, or else of the
// configuration. A text for another target than the source's is refused.
func (c *Compiler) complete(src *compiler.Source) error {
	var own triple.Triple
	if c.cfg.Target != nil {
		own = c.cfg.Target(src.Text)
	}
	if src.Triple.IsZero() {
		src.Triple = cmp.Or(own, c.cfg.Triple)
	}
	if !own.IsZero() && !irname.Fits(own, src.Triple) {
		return fmt.Errorf("%s: %s: the text is for %v, the source for %v: %w", c.cfg.Name, src.Name, own, src.Triple, triple.ErrMismatch)
	}
	return nil
}

// tripleText is the triple for signatures and commands, "" if there is none.
func tripleText(t triple.Triple, form func(triple.Triple) string) string {
	if t.IsZero() {
		return ""
	}
	return form(t)
}

// values are those that depend on the source alone.
func (c *Compiler) values(src *compiler.Source) (v values) {
	v[holeTriple], v[holeName] = tripleText(src.Triple, triple.Triple.LLVM), src.Name
	if path := fullPath(src); path != "" {
		v[holeDir] = filepath.Dir(path)
	}
	return v
}

// fullPath is that of the source's file, "" if there is none.
func fullPath(src *compiler.Source) string {
	if src.Path == "" {
		return ""
	}
	path, err := filepath.Abs(src.Path)
	if err != nil {
		return ""
	}
	return path
}

// written is when the source's file was written, as the source says or else the system; zero if
// neither does.
func written(src *compiler.Source) time.Time {
	if src.Time.IsZero() && src.Path != "" {
		if st, err := os.Stat(src.Path); err == nil {
			return st.ModTime()
		}
	}
	return src.Time
}

// place is how messages name the source.
func place(src *compiler.Source) string {
	if src.Path != "" {
		return src.Path
	}
	return src.Name
}

// text is what the command compiles, in pieces.
func (c *Compiler) text(src *compiler.Source) [][]byte {
	if !c.cfg.Line {
		return [][]byte{src.Text}
	}
	b := []byte("#line 1 \"")
	for _, ch := range []byte(place(src)) {
		if ch < ' ' || ch == '"' || ch == '\\' || ch == 0x7f {
			b = fmt.Appendf(b, "\\%03o", ch)
		} else {
			b = append(b, ch)
		}
	}
	return [][]byte{append(b, "\"\n"...), src.Text}
}

// versionTime is how long a command that has changed may take to tell its version, and to
// expand a source.
const versionTime = time.Minute

// Signature implements [compiler.Compiler]. It looks whether the command is still the one
// that was asked for its version, and when the source's file was written. A source that
// includes others is expanded by running the command, if Config.Expand says how. What it
// includes in other ways (".incbin" in assembly), or cannot be expanded, has a signature
// that equals no other.
func (c *Compiler) Signature(src compiler.Source) compiler.Signature {
	ctx, cancel := context.WithTimeout(context.Background(), versionTime)
	defer cancel()
	c.complete(&src) // what is refused is not compiled
	v := c.values(&src)
	v[holeSrc], v[holeObj], v[holeTmp] = holeWords[holeSrc], holeWords[holeObj], holeWords[holeTmp]
	s := compiler.Signature{
		Name: src.Name, Path: fullPath(&src), Time: written(&src), Compiler: c.cfg.Name, Flags: c.args.fill(&c.cfg, v),
		Env: c.cfg.Env, Triple: tripleText(src.Triple, triple.Triple.String),
	}
	s.Flags = append(s.Flags, "in "+c.cfg.Dir)
	var unique bool
	s.Version, unique = c.state(ctx)
	h := sha256.New()
	for _, b := range c.text(&src) {
		h.Write(b)
	}
	if c.expand != nil && c.includes(src.Text) {
		text, err := c.expanded(ctx, &src)
		unique = unique || err != nil || readsMore().Match(text)
		h.Write(text)
	}
	unique = unique || readsMore().Match(src.Text)
	h.Sum(s.Source[:0])
	if unique {
		s.Flags = append(s.Flags, "not to be known: "+nonce())
	}
	return s
}

// nonce is a text that is used once.
func nonce() string {
	var b [16]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// state is the version of the command as it is now; unique if it cannot be had.
func (c *Compiler) state(ctx context.Context) (version string, unique bool) {
	id, err := c.look()
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil && id != c.identity {
		var text string
		if text, err = c.ask(ctx); err == nil {
			c.identity, c.version = id, text
		}
	}
	return fmt.Sprintf("%s %d %s\n%s", c.identity.path, c.identity.size,
		c.identity.time.UTC().Format(time.RFC3339Nano), c.version), err != nil
}

// includeWords are words of which one is in every source that includes another, or that
// depends on when it is compiled. A line that goes on may hide one.
var includeWords = [][]byte{
	[]byte("include"), []byte("import"), []byte("embed"), []byte("__DATE__"), []byte("__TIME"), []byte("\\\n"), []byte("\\\r"),
}

// readsMore matches directives of assembly, be it in a string, that read files.
var readsMore = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\.incbin\b|\.include\s+\\?["<]`) })

// includes reports whether a source may depend on other files.
func (c *Compiler) includes(text []byte) bool {
	for _, w := range includeWords {
		if bytes.Contains(text, w) {
			return true
		}
	}
	for _, f := range c.cfg.Flags {
		if strings.HasPrefix(f, "-include") || strings.HasPrefix(f, "-imacros") {
			return true
		}
	}
	return false
}

// Expand prints the source with all that it includes, by Config.Expand. A command that fails is an *[Error]; what it prints
// beyond Config.MaxObject is one that matches [ErrTooLarge].
func (c *Compiler) Expand(ctx context.Context, src compiler.Source) ([]byte, error) {
	if c.expand == nil {
		return nil, fmt.Errorf("%s: %s: the configuration does not say how sources are expanded", c.cfg.Name, src.Name)
	}
	if err := c.complete(&src); err != nil {
		return nil, err
	}
	return c.expanded(ctx, &src)
}

// expanded is the source with all that it includes.
func (c *Compiler) expanded(ctx context.Context, src *compiler.Source) ([]byte, error) {
	dir, err := c.temp()
	if err != nil {
		return nil, err
	}
	defer removeAll(dir)
	v := c.values(src)
	// No name that is random may show in the text: the source is where it is for all.
	v[holeSrc], v[holeTmp] = "source"+c.cfg.Suffix, dir
	r := run{c: c, src: src, dir: dir, args: c.expand.fill(&c.cfg, v), limit: c.cfg.MaxObject}
	if c.expand.has(holeSrc) {
		r.in = dir
		err = os.WriteFile(filepath.Join(dir, v[holeSrc]), bytes.Join(c.text(src), nil), 0o600)
	} else {
		r.stdin = c.text(src)
	}
	if err != nil {
		return nil, err
	}
	err = r.do(ctx)
	return r.stdout.b, err
}
