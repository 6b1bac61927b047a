package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/check"
	"github.com/go-rtdyld/rtdyld/rtdyld/check/linked"
	"github.com/go-rtdyld/rtdyld/triple"
)

// verify is -verify: link at made-up addresses, evaluate the rules.
func (t *tool) verify(ctx context.Context) (err error) {
	target, dec, err := t.decoder()
	if err != nil {
		return err
	}
	external := &externals{libs: t.dylibs}
	defer func() { err = errors.Join(err, external.close()) }()
	if err := t.checkDylibs(); err != nil {
		return err
	}
	if len(t.dylibs) > 0 {
		if _, err := external.open(); err != nil {
			return err
		}
	}
	if err := t.checkPreallocate(); err != nil {
		return err
	}
	l, objs, err := t.link(ctx, external, cmp.Or(t.end, lastAddress(target)))
	if err != nil {
		return err
	}
	defer l.Close()
	return t.checkAll(ctx, &rulesMemory{Table: linked.Memory(objs), ctx: ctx, external: external}, dec)
}

// link reads, loads, places and relocates the inputs. Addresses go up to last.
func (t *tool) link(ctx context.Context, external *externals, last uint64) (l *rtdyld.Linker, objs []*rtdyld.Object, err error) {
	imgs, err := t.images(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer closeImages(imgs)
	l, objs, err = t.load(ctx, external, imgs...)
	if err != nil {
		return nil, nil, err
	}
	if err := t.finish(ctx, external, last, l, objs); err != nil {
		return nil, nil, errors.Join(err, l.CloseContext(ctx))
	}
	return l, objs, nil
}

// finish places and relocates what is loaded.
func (t *tool) finish(ctx context.Context, external *externals, last uint64, l *rtdyld.Linker, objs []*rtdyld.Object) error {
	if err := t.showRequests(objs, true); err != nil {
		return err
	}
	p := newPlacer(objs, t.start, last)
	p.separation, p.exact, p.ours = t.separation, t.preallocate != 0, t.layout == rtdyld.DefaultLayout
	for _, spec := range t.mappings {
		if err := p.mapSection(spec); err != nil {
			return err
		}
	}
	if err := p.place(); err != nil {
		return err
	}
	for _, spec := range t.dummies {
		if err := external.define(spec); err != nil {
			return err
		}
	}
	return linkError(l.Resolve(ctx), external.zero)
}

// decoder finds the target that -triple says. Its decoder is nil if there is none
// for it: then no rule can decode.
func (t *tool) decoder() (triple.Triple, check.Decoder, error) {
	if t.triple == "" {
		return triple.Triple{}, nil, errorf("-triple required when running in -verify mode.")
	}
	target, err := triple.Parse(t.triple)
	if target.Arch == triple.UnknownArch {
		// The empty name before the first colon is llvm-rtdyld's.
		return target, nil, &failure{
			msg:    fmt.Sprintf("Error accessing target '%[1]s': : error: unable to get target for '%[1]s', see --version and --triple.\n", t.triple),
			detail: err,
		}
	}
	dec, err := check.NewDecoderFor(target, t.mcpu)
	if err != nil {
		dec = nil
	}
	return target, dec, nil
}

// lastAddress is the last of a target's address space.
func lastAddress(t triple.Triple) uint64 {
	switch {
	case t.IsArch16Bit():
		return math.MaxUint16
	case t.IsArch32Bit():
		return math.MaxUint32
	}
	return math.MaxUint64
}

// load loads images into a linker whose memory is only looked at.
func (t *tool) load(ctx context.Context, external *externals, imgs ...*objfmt.ObjectImage) (*rtdyld.Linker, []*rtdyld.Object, error) {
	l, err := t.linker(external)
	if err != nil {
		return nil, nil, err
	}
	objs, err := l.Load(ctx, imgs...)
	if err != nil {
		return nil, nil, errors.Join(err, l.CloseContext(ctx))
	}
	return l, objs, nil
}

// linker makes a linker for code that is not run.
func (t *tool) linker(external *externals) (*rtdyld.Linker, error) {
	return rtdyld.New(rtdyld.Config{
		Memory: &memory{}, Resolver: external, Fixed: external.dummy, TLS: &threads{}, Layout: t.layout, AllSections: len(t.jit.harness) == 0, // else images are changed, see readHarness
		ImageBase: external.imageBase(),
	})
}

// checkAll evaluates the rules of every file and tells what fails.
func (t *tool) checkAll(ctx context.Context, mem *rulesMemory, dec check.Decoder) error {
	failed := false
	for _, name := range t.checks {
		src, err := t.text(ctx, name)
		if err != nil {
			return errorf("unable to read input '%s': %s", name, systemText(err))
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if !t.checkFile(name, src, mem, dec) {
			failed = true
		}
	}
	if failed {
		return errFailed
	}
	return nil
}

// checkFile evaluates the rules of a file. What llvm-rtdyld prints of a failing rule
// comes first.
func (t *tool) checkFile(name string, src []byte, mem *rulesMemory, dec check.Decoder) bool {
	prefix := check.PrefixRTDyld
	if t.action == actJITLink {
		prefix = "# " + t.jit.check + ":"
	}
	rules := check.Rules(src, prefix)
	ok := len(rules) > 0
	for _, r := range rules {
		mem.begin()
		f := check.Eval(r, mem, dec)
		if f == nil {
			continue
		}
		ok, f.File = false, name
		mem.runAddresses(f.Uses)
		if mem.missing != "" { // llvm-rtdyld ends here
			fmt.Fprintf(t.stderr, "%s: Could not find definition for \"%s\"\n", t.arg0, mem.missing)
		}
		fmt.Fprintf(t.stderr, "%s\n\t%s\n", f.Message(), strings.ReplaceAll(f.Detail(), "\n", "\n\t"))
	}
	if ok {
		return true
	}
	if t.action == actJITLink {
		fmt.Fprintf(t.stderr, "%s: Some checks in %s failed\n", t.arg0, name)
	} else {
		fmt.Fprintf(t.stderr, "%s: error: some checks in '%s' failed\n", t.arg0, name)
	}
	if len(rules) == 0 {
		fmt.Fprintf(t.stderr, "\t%s: %v: no line begins with %q\n", name, check.ErrNoRules, prefix)
	}
	if t.action == actJITLink {
		return false // one file of rules is all, as a rule
	}
	fmt.Fprintf(t.stderr, "\trun this file alone: %s\n", t.rerun(name))
	return false
}

// rerun is the command, for a shell, that evaluates the rules of one file alone.
func (t *tool) rerun(name string) string {
	args := []string{t.arg0, "-verify", "-triple=" + t.triple}
	add := func(option string, values ...string) {
		for _, v := range values {
			args = append(args, "-"+option+"="+v)
		}
	}
	num := func(option string, v, standard uint64) {
		if v != standard {
			add(option, fmt.Sprintf("%#x", v))
		}
	}
	if t.layout != rtdyld.RuntimeDyld {
		add("layout", t.layout.String())
	}
	if t.mcpu != "" {
		add("mcpu", t.mcpu)
	}
	num("preallocate", t.preallocate, 0)
	num("target-addr-start", t.start, firstAddress)
	num("target-addr-end", t.end, 0)
	num("target-section-sep", t.separation, 0)
	add("dylib", t.dylibs...)
	add("map-section", t.mappings...)
	add("dummy-extern", t.dummies...)
	add("check", name)
	args = append(args, t.inputs...)
	for i, a := range args {
		args[i] = shellQuote(a)
	}
	return strings.Join(args, " ")
}

// shellQuote writes a word so that a POSIX shell takes it as it is.
func shellQuote(s string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./,=:+@%"
	if s != "" && strings.Trim(s, plain) == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
