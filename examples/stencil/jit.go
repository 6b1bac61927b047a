package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/examples/internal/filter"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/instances"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/unwind"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

//go:embed stencils/*/*.o
var objects embed.FS

// ErrStencils is matched by the error of a system or processor for which no stencils were compiled.
var ErrStencils = errors.New("no stencils")

// jit copies stencils. It is for one goroutine.
type jit struct {
	call      abi.Caller
	memory    *mem.Manager
	templates []*rtdyld.Template
	set       *rtdyld.Stencils
	sequence  *rtdyld.Sequence
	code      []instruction // of the filter at work

	display *instances.Display  // nil: code is shown to nobody
	frames  []*instances.Frames // of the templates, if it is
	parts   []int               // templates of the filter at work

	enter, next int // numbers of templates
	stencils    [operations][operands][registers]int
}

// openJIT makes templates of all stencils, for the system and processor at hand. display, if it is not nil, shows what is made of them. Errors match host.ErrSystem or ErrStencils.
func openJIT(ctx context.Context, display *instances.Display) (*jit, error) {
	j := &jit{display: display}
	err := j.open(ctx)
	if err != nil {
		return nil, errors.Join(err, j.close())
	}
	return j, nil
}

// open is openJIT, which takes back what was made when it fails.
func (j *jit) open(ctx context.Context) (err error) {
	if j.call, err = host.Caller(); err != nil {
		return err
	}
	cfg := rtdyld.StencilsConfig{}
	if j.memory, cfg.Open, err = memory(j.display != nil); err != nil {
		return err
	}
	if cfg.Memory = j.memory; cfg.Open {
		cfg.Publish = mem.Publish
	}
	for _, one := range []struct {
		name   string
		number *int
		goes   string
	}{{"enter", &j.enter, "_CONTINUE"}, {"next", &j.next, "_AGAIN"}} {
		img, err := object(ctx, one.name)
		if err != nil {
			return err
		}
		if *one.number, err = j.template(ctx, img, one.name, rtdyld.TemplateConfig{Continuations: []string{one.goes}}); err != nil {
			return err
		}
	}
	for op := range operations {
		if err := j.operation(ctx, op); err != nil {
			return err
		}
	}
	if j.set, err = rtdyld.NewStencils(cfg, j.templates...); err != nil {
		return err
	}
	j.sequence = j.set.NewSequence()
	return nil
}

// memory is such that code is written without a system call, if the system has that. For debuggers it is such that they may write breakpoints.
func memory(debuggers bool) (m *mem.Manager, open bool, err error) {
	if !debuggers {
		if mapper, err := mem.NewDualMapped(mem.MapperConfig{KeepWritable: true}); err == nil {
			m, err := mem.NewManager(mapper, mem.Config{})
			return m, true, err
		}
	}
	m, err = mem.New(mem.Config{})
	return m, false, err
}

// object is the one of an operation.
func object(ctx context.Context, name string) (*objfmt.ObjectImage, error) {
	data, err := objects.ReadFile("stencils/" + runtime.GOOS + "_" + runtime.GOARCH + "/" + name + ".o")
	if err != nil {
		return nil, fmt.Errorf("%w for %s/%s: %w", ErrStencils, runtime.GOOS, runtime.GOARCH, err)
	}
	return objfile.ParseContext(ctx, name+".o", data)
}

// holes are the names in stencils with an operand.
var holes = [operands][]string{above: nil, column: {"_HOLE_column"}, literal: {"_HOLE_literal"}}

// operation makes templates of an operation's stencils.
func (j *jit) operation(ctx context.Context, op operation) error {
	img, err := object(ctx, operationNames[op])
	if err != nil {
		return err
	}
	defer img.Close()
	for form := range operands {
		for register := range registers {
			name := instruction{op, form, uint8(register), 0}.stencil()
			if _, ok := section(img, name); !ok {
				continue // there is none
			}
			cfg := rtdyld.TemplateConfig{Holes: holes[form], Continuations: []string{"_CONTINUE"}}
			if j.stencils[op][form][register], err = j.template(ctx, img, name, cfg); err != nil {
				return err
			}
		}
	}
	return nil
}

// section is that of a function.
func section(img *objfmt.ObjectImage, function string) (objfmt.SectionID, bool) {
	for i := range img.Sections {
		if rest, ok := strings.CutPrefix(img.SectionName(objfmt.SectionID(i)), ".text."); ok && rest == function {
			return objfmt.SectionID(i), true
		}
	}
	return 0, false
}

// template makes one of a function of an object, and returns its number.
func (j *jit) template(ctx context.Context, img *objfmt.ObjectImage, function string, cfg rtdyld.TemplateConfig) (int, error) {
	id, ok := section(img, function)
	if !ok {
		return 0, fmt.Errorf("%s: no function %s", img.Name, function)
	}
	one := *img
	one.Sections = slices.Clone(img.Sections)
	for i := range one.Sections {
		if s := &one.Sections[i]; s.Kind == objfmt.KindCode && objfmt.SectionID(i) != id {
			s.Flags &^= objfmt.SecLoad
		}
	}
	t, err := rtdyld.NewTemplate(ctx, &one, cfg)
	if err != nil {
		return 0, err
	}
	j.templates = append(j.templates, t)
	if j.display != nil {
		frames, err := instances.ReadFrames(ctx, &one)
		if err != nil && !errors.Is(err, unwind.ErrRecord) { // records of the other functions are about code that is not there
			return 0, err
		}
		j.frames = append(j.frames, frames)
	}
	return len(j.templates) - 1, nil
}

// close gives all memory back.
func (j *jit) close() error {
	var errs error
	if j.set != nil {
		errs = j.set.Close()
	}
	for _, t := range j.templates {
		errs = errors.Join(errs, t.Close())
	}
	if j.memory != nil {
		errs = errors.Join(errs, j.memory.Close())
	}
	return errs
}

// table is what stencils call so: where the columns are.
type table struct {
	price       *float64
	qty, region *int32
	rows        int64
}

// word is the size of an address in a table, bytes.
const word = 8

// query is a filter in native code.
type query struct {
	made  rtdyld.Function
	shown *instances.Batch
	count func(*table) int64
}

// compile makes native code of a filter: a copy of the stencil of each instruction, one behind the other, between one that is called and one that
// goes back to the first for the next row. Errors are a *RegistersError and those of [rtdyld.Sequence.Make].
func (j *jit) compile(ctx context.Context, n *filter.Node) (*query, error) {
	code, err := compile(j.code[:0], n)
	if err != nil {
		return nil, err
	}
	j.code = code
	j.sequence.Reset()
	j.parts = j.parts[:0]
	first := j.add(j.enter) + 1
	for _, in := range code {
		switch stencil := j.stencils[in.operation][in.operand][in.register]; in.operand {
		case column:
			j.add(stencil, in.value*word)
		case literal:
			j.add(stencil, in.value)
		default:
			j.add(stencil)
		}
	}
	j.sequence.Link(j.add(j.next), 0, first)
	q := &query{}
	if q.made, err = j.sequence.Make(ctx); err != nil {
		return nil, err
	}
	if q.count, err = abi.MakeFunc[func(*table) int64](j.call, q.made.Addr()); err == nil && j.display != nil {
		err = j.show(ctx, q)
	}
	if err != nil {
		return nil, errors.Join(err, q.close(ctx))
	}
	return q, nil
}

// add adds a part to the filter at work, and returns its number.
func (j *jit) add(template int, values ...uint64) int {
	j.parts = append(j.parts, template)
	return j.sequence.Append(template, values...)
}

// show shows a filter that was just made as a function of that name.
func (j *jit) show(ctx context.Context, q *query) (err error) {
	frames := make([]*instances.Frames, len(j.parts))
	for i, template := range j.parts {
		frames[i] = j.frames[template]
	}
	q.shown, err = j.display.Show(ctx, instances.OfFunction("filter", q.made, j.sequence, frames))
	return err
}

// run counts the rows that the filter lets through.
func (q *query) run(t *filter.Table) int64 {
	if len(t.Price) == 0 {
		return 0
	}
	return q.count(&table{&t.Price[0], &t.Qty[0], &t.Region[0], int64(len(t.Price))})
}

// close gives the code back.
func (q *query) close(ctx context.Context) error {
	if q.shown != nil {
		if err := q.shown.Close(); err != nil {
			return err
		}
	}
	return q.made.Release(ctx)
}
