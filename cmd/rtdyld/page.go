package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/check"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
	"github.com/go-rtdyld/rtdyld/rtdyld/linkmap"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
	"github.com/go-rtdyld/rtdyld/triple"
)

// page is the page that shows a link, of -html. Without a file nothing is done for it.
type page struct {
	file    string // "" for none
	against string // an older map as JSON, "" for none
	code    size   // how many bytes of code are disassembled
	title   string
	command []string

	old   *linkmap.Document
	lines *symbolize.Symbolizer // listens to the linker
	done  *linkmap.Document     // what has been collected
	clock *clock                // whose laps are its steps
}

// flags defines the options.
func (p *page) flags(fs *flag.FlagSet, when string) {
	fs.StringVar(&p.file, "html", "", "write a page for a browser to `FILE`"+when+": where everything went and why, who refers to what, code, steps with their times")
	p.code = 1 << 20
	fs.Var(&p.code, "html-code", "so many `BYTES` of code are disassembled in the page of -html, whole sections from the first file on; K, M or G may follow")
	fs.StringVar(&p.against, "against", "", "the page of -html shows what has grown, shrunk, come and gone since the map in `OLD.json`, which -json printed")
}

// begin reads the older map, and keeps what the page says of the command.
func (p *page) begin(ctx context.Context, name string, c *call, inputs []string) error {
	if p.file == "" {
		if p.against != "" || p.code != 1<<20 {
			return errors.New("-against and -html-code go with -html alone")
		}
		return nil
	}
	p.command = append(p.command, "rtdyld", name)
	c.fs.Visit(func(f *flag.Flag) {
		if b, ok := f.Value.(interface{ IsBoolFlag() bool }); ok && b.IsBoolFlag() && f.Value.String() == "true" {
			p.command = append(p.command, "-"+f.Name)
		} else {
			p.command = append(p.command, "-"+f.Name, f.Value.String())
		}
	})
	p.command = append(p.command, c.args...)
	if p.title = strconv.Itoa(len(inputs)) + " files"; len(inputs) <= 3 {
		names := make([]string, len(inputs))
		for i, path := range inputs {
			names[i] = filepath.Base(path)
		}
		p.title = strings.Join(names, " ")
	}
	p.clock = new(clock)
	p.clock.start()
	p.lines = symbolize.NewLimited(explainLimits(ctx))
	if p.against == "" {
		return nil
	}
	f, err := os.Open(p.against)
	if err != nil {
		return err
	}
	defer f.Close()
	if p.old, err = linkmap.Read(bufio.NewReader(f)); err != nil {
		return &pageError{p.against, err}
	}
	return nil
}

// pageError is an error about a file of a page.
type pageError struct {
	File string
	Err  error
}

func (e *pageError) Error() string { return e.File + ": " + e.Err.Error() }

// Unwrap returns what is wrong.
func (e *pageError) Unwrap() error { return e.Err }

// listen has the linker of a configuration tell what the page needs.
func (p *page) listen(cfg *rtdyld.Config) {
	if p.file != "" {
		cfg.Listeners, cfg.Logger = append(cfg.Listeners, p.lines), slog.New(p.clock)
	}
}

// collect finds out what the page shows, while objects and their memory are there. err is why the link failed.
func (p *page) collect(ctx context.Context, in *inputs, imgs []*objfmt.ObjectImage, l *rtdyld.Linker, external *recorder, err error) error {
	if p.file == "" || p.done != nil {
		return nil
	}
	src := linkmap.Source{CodeLimit: int(min(p.code, math.MaxInt32)), Linker: l, Images: imgs, Reasons: in.reasons, Err: err, Demangle: demangled, Disassembler: disassembler, Lines: p.lines}
	if p.code == 0 {
		src.CodeLimit = -1
	}
	if l != nil {
		src.Objects = l.Objects()
	}
	if external != nil {
		src.External = external.names()
	}
	debug.SetGCPercent(100) // a page makes far more garbage than a link
	d, err := linkmap.Collect(ctx, src)
	p.done = d
	return err
}

// end writes the page, of as much as there is: before it the link or the run has ended with an error, or nil.
func (p *page) end(ctx context.Context, in *inputs, imgs []*objfmt.ObjectImage, failed error) error {
	if err := p.collect(ctx, in, imgs, nil, nil, failed); err != nil {
		return err
	}
	return p.write(ctx, failed)
}

// write writes the page; failed is why the link, or the run, failed.
func (p *page) write(ctx context.Context, failed error) (err error) {
	if p.file == "" || p.done == nil {
		return nil
	}
	f, err := os.Create(p.file)
	if err != nil {
		return err
	}
	cfg := linkmap.Config{Title: p.title, Command: p.command, Against: p.old, Steps: p.clock.steps(), Err: failed}
	if shown, all := p.done.Detail.Code(); shown < all {
		cfg.More = p.with(all)
	}
	if crash, ok := errors.AsType[*remote.CrashError](failed); ok && crash.PCKnown {
		cfg.Where, _ = p.lines.Symbolize(crash.PC)
	}
	w := bufio.NewWriter(f)
	err = linkmap.WriteHTML(ctx, w, p.done, cfg)
	if err == nil {
		err = w.Flush()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}

// with is the command with so many bytes of code.
func (p *page) with(code int) string {
	words, limit := append([]string{}, p.command...), strconv.Itoa(code)
	if i := slices.Index(words, "-html-code"); i >= 0 {
		words[i+1] = limit
	} else {
		i = slices.Index(words, "-html")
		words = slices.Insert(words, i+2, "-html-code", limit)
	}
	return strings.Join(words, " ")
}

// disassembler is what decodes a target's instructions, nil for none.
func disassembler(t triple.Triple) linkmap.Disassemble {
	d, err := check.NewDecoder(t)
	if err != nil {
		return nil
	}
	return func(code []byte, addr uint64, odd bool) (string, int, uint64) {
		return check.TextAt(d, code, addr, odd)
	}
}

// steps are the laps of a clock.
func (c *clock) steps() []linkmap.Step {
	out := []linkmap.Step{}
	for _, l := range c.laps {
		out = append(out, linkmap.Step{Name: l.name, Time: duration(l.wall), CPU: duration(l.cpu)})
	}
	return out
}

func duration(seconds float64) time.Duration { return time.Duration(seconds * float64(time.Second)) }
