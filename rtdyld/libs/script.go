package libs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"

	"github.com/go-rtdyld/rtdyld/internal/bin"
)

// maxScript is more than the bytes of any linker script that stands for a library.
const maxScript = 1 << 16

// errScript is matched by a *ScriptError, so that Find does not look on.
var errScript = errors.New("linker script")

// ScriptError says what is wrong with a linker script.
type ScriptError struct {
	File string
	Line int    // 0: of the file as a whole
	Msg  string // what is wrong
	Err  error  // of a file that it names, or nil
}

func (e *ScriptError) Error() string {
	s := e.File
	if e.Line > 0 {
		s += ":" + strconv.Itoa(e.Line)
	}
	s += ": linker script: " + e.Msg
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns the error of a file that the script names.
func (e *ScriptError) Unwrap() error { return e.Err }

// Is matches what stands for all of them within this package.
func (e *ScriptError) Is(t error) bool { return t == errScript }

// Script is a linker script of the kind that stands for a library: GNU ld's text in libm.so or
// libc.a.
type Script struct {
	Format string // that OUTPUT_FORMAT names, "elf64-x86-64", or ""
	Inputs []Input
}

// Input is a file that a script names.
type Input struct {
	Name     string // a path, or "-lNAME"
	AsNeeded bool   // for what it defines alone
	Line     int
}

// IsScript reports bytes that a script may begin with: text whose first word is a command of
// those that [ParseScript] knows.
func IsScript(data []byte) bool {
	l := lexer{text: bin.String(data), line: 1} // no copy: objects are asked, too
	word := l.next()
	_, known := commands[word]
	return known
}

// commands are what a script may say: whether its arguments are files.
var commands = map[string]bool{
	"GROUP": true, "INPUT": true,
	"OUTPUT_FORMAT": false, "OUTPUT_ARCH": false, "SEARCH_DIR": false, "TARGET": false, "EXTERN": false,
}

// ParseScript reads a script that names files by INPUT and GROUP, with AS_NEEDED (GNU ld,
// "File Commands"). Other commands, which lay out a program, are errors. file is for those.
func ParseScript(file string, data []byte) (*Script, error) {
	l := lexer{text: string(data), line: 1}
	s := &Script{}
	fail := func(msg string) (*Script, error) { return nil, &ScriptError{File: file, Line: l.line, Msg: msg} }
	for {
		word := l.next()
		files, known := commands[word]
		switch {
		case word == "" && l.bad:
			return fail("a comment or a string does not end")
		case word == "":
			return s, nil
		case word == ";":
			continue
		case !known:
			return fail(strconv.Quote(word) + " is not understood: want INPUT or GROUP")
		case l.next() != "(":
			return fail(word + " without (")
		}
		depth, needed := 1, 0 // of parentheses, and at which AS_NEEDED began
		for depth > 0 {
			switch arg := l.next(); {
			case arg == "":
				return fail(word + " does not end")
			case arg == ")":
				if depth--; depth == needed {
					needed = 0
				}
			case arg == "AS_NEEDED" && files && needed == 0:
				if l.next() != "(" {
					return fail("AS_NEEDED without (")
				}
				needed, depth = depth, depth+1
			case arg == "(" || arg == ";":
				return fail(strconv.Quote(arg) + " in " + word)
			case arg == ",":
			case files:
				s.Inputs = append(s.Inputs, Input{Name: arg, AsNeeded: needed > 0, Line: l.line})
			case word == "OUTPUT_FORMAT" && s.Format == "":
				s.Format = arg
			}
		}
	}
}

// lexer cuts a script in words.
type lexer struct {
	text string
	at   int
	line int
	bad  bool
}

// next returns the next word, "" at the end or where something does not end.
func (l *lexer) next() string {
	for l.at < len(l.text) {
		c := l.text[l.at]
		switch {
		case c == '\n':
			l.line++
			l.at++
		case unicode.IsSpace(rune(c)):
			l.at++
		case strings.HasPrefix(l.text[l.at:], "/*"):
			end := strings.Index(l.text[l.at+2:], "*/")
			if end < 0 {
				l.bad, l.at = true, len(l.text)
				return ""
			}
			l.line += strings.Count(l.text[l.at:l.at+2+end], "\n")
			l.at += end + 4
		case strings.IndexByte("(),;", c) >= 0:
			l.at++
			return string(c)
		case c == '"':
			end := strings.IndexByte(l.text[l.at+1:], '"')
			if end < 0 {
				l.bad, l.at = true, len(l.text)
				return ""
			}
			word := l.text[l.at+1 : l.at+1+end]
			l.at += end + 2
			return word
		default:
			end := strings.IndexAny(l.text[l.at:], " \t\r\n(),;\"")
			if end < 0 {
				end = len(l.text) - l.at
			}
			word := l.text[l.at : l.at+end]
			l.at += end
			return word
		}
	}
	return ""
}

// openScript finds what a script names: beside it, in the folders, or anywhere by its path.
func (s *search) openScript(path string, data []byte, depth int) ([]Library, error) {
	script, err := ParseScript(path, data)
	if err != nil {
		return nil, err
	}
	if !isFormat(script.Format, s.t) {
		return nil, &misfit{"is for another target"}
	}
	var all []Library
	for _, in := range script.Inputs {
		found, err := s.openInput(path, in, depth)
		switch {
		case err == nil:
			for _, l := range found {
				l.AsNeeded = l.AsNeeded || in.AsNeeded
				all = append(all, l)
			}
		case s.ctx.Err() != nil:
			return nil, err
		case in.AsNeeded && !s.tooMany():
		default:
			return nil, &ScriptError{File: path, Line: in.Line, Msg: in.Name, Err: err}
		}
	}
	return all, nil
}

func (s *search) openInput(script string, in Input, depth int) ([]Library, error) {
	name, byName := strings.CutPrefix(in.Name, "-l")
	if byName {
		return s.find(name, depth+1)
	}
	if filepath.IsAbs(name) {
		found, err := s.open(name, depth+1)
		if !errors.Is(err, fs.ErrNotExist) {
			return found, err
		}
		// What a cross compiler has lies elsewhere than it says, as with a sysroot.
		name = filepath.Base(name)
	}
	for _, dir := range append([]string{filepath.Dir(script)}, s.dirs...) {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return s.open(filepath.Join(dir, name), depth+1)
		}
	}
	return nil, &fs.PathError{Op: "open", Path: in.Name, Err: fs.ErrNotExist}
}
