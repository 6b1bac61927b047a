package bind

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
)

// Compiler is the C compiler of the program's author, whose headers and flags count.
type Compiler interface {
	// Preprocess returns a source with all that it includes, with lines that say whence, and with the definitions
	// of macros (-E -dD).
	Preprocess(ctx context.Context, src Source) ([]byte, error)
	// Debug compiles a source for the debug information of all types in it (-g -fno-eliminate-unused-debug-types).
	// What the compiler says of a source that is wrong are diagnostics, beside the error.
	Debug(ctx context.Context, src Source) (object []byte, said []compiler.Diagnostic, err error)
	// Compile compiles a source that goes into the program.
	Compile(ctx context.Context, src Source) (object []byte, err error)
}

// Source is a C source that is made here.
type Source struct {
	Name string
	Text []byte
}

const (
	probeName   = "rtdyld-probe.c"
	probeLines  = "rtdyld-probe" // the file that lines about names are of
	typePrefix  = "rtdyld_type_"
	valuePrefix = "rtdyld_value_"
	shimPrefix  = "rtdyld_shim_"
)

// includes is the beginning of all sources.
func includes(headers []string) []byte {
	var b bytes.Buffer
	for _, h := range headers {
		if strings.HasPrefix(h, "<") {
			fmt.Fprintf(&b, "#include %s\n", h)
		} else {
			fmt.Fprintf(&b, "#include \"%s\"\n", h)
		}
	}
	return b.Bytes()
}

// question is what a line of the probe asks of the compiler.
type question struct {
	name string
	text string // the line
	why  string // what the compiler said against it, "": nothing
	shim bool   // it is of a function that is defined in the line
}

// ask compiles the headers with a line a question. Lines that the compiler refuses are left out, until it takes the rest.
func ask(ctx context.Context, c Compiler, head []byte, questions []*question) (*probed, error) {
	for range mostRounds {
		var b bytes.Buffer
		b.Write(head)
		fmt.Fprintf(&b, "\n#line 1 \"%s\"\n", probeLines)
		for _, q := range questions {
			if q.why == "" {
				b.WriteString(q.text)
			}
			b.WriteByte('\n')
		}
		object, said, err := c.Debug(ctx, Source{probeName, b.Bytes()})
		if err == nil {
			return readProbe(ctx, probeName, object)
		}
		refused := false
		for _, d := range said {
			if d.Severity < compiler.SeverityError || d.File != probeLines || d.Line < 1 || d.Line > len(questions) {
				continue
			}
			if q := questions[d.Line-1]; q.why == "" {
				q.why, refused = d.Message, true
			}
		}
		if !refused {
			return nil, err
		}
	}
	return nil, fmt.Errorf("%s: the compiler refuses other lines each time it is asked", probeName)
}

// mostRounds is how often the compiler is asked. It says at most so much in one go, and a mistake may hide another.
const mostRounds = 100

// typeQuestions ask for the types of names.
func typeQuestions(names []string) []*question {
	qs := make([]*question, len(names))
	for i, name := range names {
		qs[i] = &question{name: name, text: fmt.Sprintf("__typeof__(%s) *%s%d;", name, typePrefix, i)}
	}
	return qs
}

// valueQuestions ask for the values of macros.
func valueQuestions(macros []*macro) []*question {
	var qs []*question
	for _, m := range macros {
		if m.function || !mayBeConstant(m.body) {
			continue
		}
		qs = append(qs, &question{name: m.name, text: fmt.Sprintf("__typeof__(%s) %s%s = %s;", m.name, valuePrefix, m.name, m.name)})
	}
	return qs
}

// mayBeConstant leaves out what is no expression, and what could end the line that it stands in.
func mayBeConstant(body string) bool {
	ts := tokens(body, place{})
	depth := 0
	for _, t := range ts {
		switch t.text {
		case "{", "}", ";", "#":
			return false
		case "(":
			depth++
		case ")":
			if depth--; depth < 0 {
				return false
			}
		}
		if t.isWord() && notValues()[t.text] {
			return false
		}
	}
	return len(ts) > 0 && depth == 0
}

// notValues are words that no constant expression has in it.
var notValues = sync.OnceValue(func() map[string]bool {
	return map[string]bool{
		"extern": true, "static": true, "inline": true, "__inline": true, "__inline__": true, "__attribute__": true, "__declspec": true, "typedef": true,
		"return": true, "if": true, "else": true, "do": true, "while": true, "for": true, "goto": true, "switch": true, "__asm__": true, "__extension__": true,
		"_Pragma": true, "__func__": true, "__FILE__": true, "__LINE__": true, "__DATE__": true, "__TIME__": true, "restrict": true, "__restrict": true,
	}
})
