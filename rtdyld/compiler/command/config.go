package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Config says how a command compiles.
//
// Arguments are templates. In them these words stand for
//
//	{src}     the file that has the source; without it the source is the standard input
//	{obj}     the file to write the object to; without it that is the standard output
//	{triple}  the target, as LLVM spells it; an argument with it is left out if there is none
//	{name}    the source's name
//	{dir}     the folder of the file that the source was read from; an argument with it is
//	          left out if there is none
//	{tmp}     a folder for temporary files, which is removed
//	{flags}   Flags; an argument of its own
//
// Other words in braces are an error. An argument is one argument: no shell reads it.
type Config struct {
	Path  string   // of the program; a name without a slash is looked for in PATH, once
	Name  string   // for signatures and errors; "": the last part of Path
	Args  []string // with which it compiles
	Flags []string // what {flags} stands for, as they are

	// Target is the triple that a source's text states itself, zero if it states none. It
	// counts for sources without a triple, and one that it contradicts is refused. nil:
	// texts state none.
	Target func(text []byte) triple.Triple
	// Triple is that of sources that say none in either way. Zero: the command is left to its
	// own, and what it makes is taken for whatever it is.
	Triple triple.Triple

	// Env is the whole environment of the command, "NAME=value"; TMPDIR, TMP and TEMP are
	// added. All of it counts in signatures.
	Env []string
	// Dir is the working directory, "": the root folder.
	Dir string
	// Suffix ends the name of the file {src}: ".c".
	Suffix string
	// Line has "#line 1" with the source's path or name put in front of it, for languages
	// that have the directive: messages and debug information then name the source.
	Line bool

	// Version are the arguments with which the command tells its version; nil: --version.
	Version []string
	// Native are arguments with which it tells what "native" in Flags means here; nil:
	// nothing is asked. They may have {flags}.
	Native []string
	// Expand are arguments with which it prints the source with all that it includes,
	// {src} as above. It is asked for sources that seem to include something, so that a
	// signature tells of that; nil: a signature is of the source's own text alone.
	Expand []string
	// Defines lists what the object of a source will define; nil: that is not known.
	Defines func(ctx context.Context, src compiler.Source) (names []string, ok bool, err error)
	// Report is called with what the command printed for a source that it compiled; nil: not called.
	Report func(src compiler.Source, ds []compiler.Diagnostic)

	// TempDir is where temporary folders are made, "": [os.TempDir].
	TempDir string
	// MaxObject is the largest object taken, in bytes; 0: 1 GiB.
	MaxObject int64
}

// DefaultMaxObject is the largest object that is taken if Config does not say.
const DefaultMaxObject = 1 << 30

// Compiler is a command that compiles. It may be used concurrently.
type Compiler struct {
	cfg    Config
	path   string // of the program
	args   template
	expand template
	native bool // Flags ask for this processor

	mu       sync.Mutex
	identity identity // of the program when it was asked for its version
	version  string
}

// identity tells one state of a program from another.
type identity struct {
	path string // without symbolic links
	size int64
	time time.Time // when it was written
}

// New finds the command and asks for its version. ctx ends that, and nothing later.
// Errors are those of [exec.LookPath], *[Error] if the command cannot be asked, or tell what
// is wrong with cfg, which must not be changed afterwards.
func New(ctx context.Context, cfg Config) (*Compiler, error) {
	c := &Compiler{cfg: cfg}
	if cfg.Path == "" {
		return nil, errors.New("command: no path")
	}
	path, err := exec.LookPath(cfg.Path)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return nil, fmt.Errorf("command: %w", err)
	}
	c.path = path
	if c.cfg.Name == "" {
		c.cfg.Name = strings.TrimSuffix(filepath.Base(cfg.Path), ".exe")
	}
	if c.cfg.Version == nil {
		c.cfg.Version = []string{"--version"}
	}
	if c.cfg.MaxObject == 0 {
		c.cfg.MaxObject = DefaultMaxObject
	}
	if c.cfg.TempDir == "" {
		c.cfg.TempDir = os.TempDir()
	}
	if c.cfg.Dir == "" {
		c.cfg.Dir = filepath.VolumeName(c.cfg.TempDir) + string(filepath.Separator)
	}
	if c.args, err = parseTemplate(cfg.Args); err != nil {
		return nil, fmt.Errorf("command: %s: %w", c.cfg.Name, err)
	}
	if c.expand, err = parseTemplate(cfg.Expand); err != nil {
		return nil, fmt.Errorf("command: %s: %w", c.cfg.Name, err)
	}
	for _, f := range cfg.Flags {
		c.native = c.native || strings.HasSuffix(f, "=native")
	}
	c.sweep()
	if c.identity, err = c.look(); err != nil {
		return nil, fmt.Errorf("command: %w", err)
	}
	if c.version, err = c.ask(ctx); err != nil {
		return nil, err
	}
	return c, nil
}

// look tells which program the path leads to.
func (c *Compiler) look() (identity, error) {
	path, err := filepath.EvalSymlinks(c.path)
	if err != nil {
		return identity{}, err
	}
	st, err := os.Stat(path)
	if err != nil {
		return identity{}, err
	}
	return identity{path, st.Size(), st.ModTime()}, nil
}

// ask asks the command what it is.
func (c *Compiler) ask(ctx context.Context) (string, error) {
	text, err := c.tell(ctx, c.cfg.Version)
	if err != nil {
		return "", err
	}
	// LLVM's tools name the processor, on which nothing depends that is not native.
	text = hostCPU().ReplaceAllString(text, "")
	if !c.native || c.cfg.Native == nil {
		return text, nil
	}
	args, err := parseTemplate(c.cfg.Native)
	if err != nil {
		return "", fmt.Errorf("command: %s: %w", c.cfg.Name, err)
	}
	native, err := c.tell(ctx, args.fill(&c.cfg, values{}))
	return text + "\n" + native, err
}

var hostCPU = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^ *Host CPU: .*\n?`) })

// tell runs the command and returns what it prints.
func (c *Compiler) tell(ctx context.Context, args []string) (string, error) {
	dir, err := c.temp()
	if err != nil {
		return "", fmt.Errorf("command: %w", err)
	}
	defer removeAll(dir)
	r := run{c: c, dir: dir, args: args, limit: 1 << 20}
	if err := r.do(ctx); err != nil {
		return "", err
	}
	return strings.TrimSpace(string(r.stdout.b) + string(r.stderr.b)), nil
}
