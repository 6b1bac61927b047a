package macho

import (
	"bytes"
	"strconv"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// directives reads the LC_LINKER_OPTION commands. Each is one option: "-lX", or
// "-framework" and "X"; all others are kept as ignored ones.
func (p *parser) directives() error {
	p.img.Directives = make([]objfmt.Directive, 0, p.nasked)
	cur := p.start()
	for {
		c, ok, err := p.next(&cur)
		if ok {
			err = p.directive(c)
		}
		if err == nil {
			err = p.ended(p.done.Items(p.ctx, 1))
		}
		if !ok || err != nil {
			return err
		}
	}
}

func (p *parser) directive(c command) error {
	if c.kind != lcLinkerOption {
		return nil
	}
	what := commandName(c.kind)
	words, text := le.Uint32(c.data[8:]), c.data[12:]
	end := 0 // of the words
	for k := uint32(0); k < words; k++ {
		if err := p.done.Items(p.ctx, 1); err != nil {
			return p.ended(err)
		}
		n := bytes.IndexByte(text[end:], 0)
		if n < 0 {
			return p.errorf(c.at, what, "word "+strconv.FormatUint(uint64(k), 10)+" has no end")
		}
		end += n + 1
	}
	if words == 0 {
		return nil
	}
	all := text[:end-1]
	v := objfmt.Directive{Name: bin.String(all)}
	switch first, rest, _ := bytes.Cut(all, []byte{0}); {
	case words == 1 && len(all) > 2 && string(all[:2]) == "-l":
		v.Kind, v.Name = objfmt.DirDefaultLib, bin.String(all[2:])
	case words == 2 && string(first) == "-framework":
		v.Kind, v.Name = objfmt.DirFramework, bin.String(rest)
	}
	p.img.Directives = append(p.img.Directives, v)
	return nil
}
