//go:build linux

// Command report measures how fast all of the project is, beside LLVM's RuntimeDyld, lld, mold, dlopen, cgo and purego where these are
// installed, and writes docs/performance.md with its pictures.
//
//	go run ./bench/report -o docs/performance.md
//
// That takes some minutes. The run is stored beside the page (docs/performance/run.json), and
//
//	go run ./bench/report -against docs/performance/run.json [-factor 1.3]
//
// compares another one with it: the status is 1 if a figure of ours is worse by more than the factor. -from RUN measures nothing
// and writes the page of a run that was stored; -json prints the run; -only takes a list of parts. What is not installed is left out, and the
// page says so.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"github.com/go-rtdyld/rtdyld/bench/internal/figures"
	"github.com/go-rtdyld/rtdyld/bench/internal/page"
)

// part is something that is measured by itself.
type part struct {
	name string
	what string
	run  func(*bench) error
}

var parts = []part{
	{"link", "linkers on real objects", (*bench).link},
	{"images", "linked images", (*bench).images},
	{"templates", "templates and stencils", (*bench).templates},
	{"growth", "how times grow", (*bench).growth},
	{"many", "very many objects", (*bench).many},
	{"small", "one small object", (*bench).small},
	{"calls", "calls of C, and callbacks", (*bench).calls},
	{"engine", "modules over time", (*bench).engine},
	{"remote", "executors", (*bench).remote},
	{"static", "static programs", (*bench).static},
	{"orc", "objects under LLVM's ORC", (*bench).orc},
	{"start", "the command's start", (*bench).start},
	{"sqlite", "SQLite under database/sql", (*bench).sqlite},
}

// options are the command line.
type options struct {
	page, sets, store, against, from, only, child string
	rounds                                        int
	factor                                        float64
	asJSON                                        bool
}

func main() {
	var opt options
	var names []string
	for _, p := range parts {
		names = append(names, p.name)
	}
	flag.StringVar(&opt.page, "o", "", "write the page to `FILE`, and its pictures and the run to a folder beside it")
	flag.StringVar(&opt.sets, "sets", "/tmp/rtdyld-sets", "`folder` of the objects that are linked; bench/sets.sh makes it if there is none")
	flag.StringVar(&opt.store, "store", "", "store the run in `FILE`")
	flag.StringVar(&opt.against, "against", "", "compare with the run in `FILE`")
	flag.Float64Var(&opt.factor, "factor", 1.3, "how much worse a figure may be than with -against")
	flag.StringVar(&opt.from, "from", "", "take the run from `FILE` and measure nothing")
	flag.StringVar(&opt.only, "only", strings.Join(names, ","), "measure these parts; with -o, those of the page's last run stay as they were")
	flag.IntVar(&opt.rounds, "n", 7, "rounds of what is measured in turns; up to three times as many where they differ, and three at least")
	flag.BoolVar(&opt.asJSON, "json", false, "print the run")
	flag.StringVar(&opt.child, "child", "", "for the programs that the command starts: measure that, print the figures")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	worse, err := report(ctx, &opt)
	if err != nil {
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(1)
	}
	if worse {
		os.Exit(1)
	}
}

// report does what the options say; worse says that a figure is, by more than it may.
func report(ctx context.Context, opt *options) (worse bool, err error) {
	if opt.child != "" {
		return false, child(ctx, opt.child, flag.Args())
	}
	run := &figures.Run{}
	switch stored := page.RunFile(opt.page); {
	case opt.from != "":
		run, err = figures.Read(opt.from)
	default:
		if flag.Lookup("only").DefValue != opt.only && opt.page != "" {
			if run, err = figures.Read(stored); err != nil {
				return false, err
			}
		}
		err = measure(ctx, opt, run)
	}
	if err != nil {
		return false, err
	}
	if opt.page != "" {
		if err := page.Write(opt.page, run); err != nil {
			return false, err
		}
	}
	if data, e := run.JSON(); e != nil {
		return false, e
	} else if opt.store != "" {
		err = os.WriteFile(opt.store, data, 0o666)
	}
	if err == nil && opt.asJSON {
		err = json.NewEncoder(os.Stdout).Encode(run)
	}
	if err != nil || opt.against == "" {
		return false, err
	}
	old, err := figures.Read(opt.against)
	if err != nil {
		return false, err
	}
	out := io.Writer(os.Stdout)
	if opt.asJSON {
		out = os.Stderr
	}
	return compare(out, run.Against(old), opt.factor), nil
}

// compare prints changes, and says whether one is worse by more than a factor.
func compare(w io.Writer, changes []figures.Change, factor float64) (worse bool) {
	for _, c := range changes {
		mark := ""
		if c.Ratio > factor {
			worse, mark = true, "  WORSE"
		}
		fmt.Fprintf(w, "%6.2f  %-44s %12s %12s%s\n", c.Ratio, c.ID, page.Show(c.Old, c.Unit), page.Show(c.New, c.Unit), mark)
	}
	fmt.Fprintf(w, "%d figures; above 1: worse than the stored run\n", len(changes))
	return worse
}

// measure runs the parts. One that fails is missing, and the others go on.
func measure(ctx context.Context, opt *options, run *figures.Run) error {
	var only []part
	for _, name := range strings.Split(opt.only, ",") {
		i := slices.IndexFunc(parts, func(p part) bool { return p.name == name })
		if i < 0 {
			return fmt.Errorf("-only: there is no part %q", name)
		}
		only = append(only, parts[i])
	}
	tmp, err := os.MkdirTemp("", "report")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	b := &bench{ctx: ctx, run: run, tmp: tmp, sets: opt.sets, rounds: max(opt.rounds, 3), progress: newProgress(os.Stderr)}
	b.say("building")
	if err := b.build(); err != nil {
		return err
	}
	here, again := machine(ctx), len(run.Figures) > 0
	if !again {
		run.Machine = here
	}
	for i, p := range only {
		if err := ctx.Err(); err != nil {
			return err
		}
		run.Figures = slices.DeleteFunc(run.Figures, func(f figures.Figure) bool { return strings.HasPrefix(f.ID, p.name+"/") })
		run.Missing = slices.DeleteFunc(run.Missing, func(m figures.Missing) bool { return m.Part == p.name })
		if again {
			if run.Machine.Later == nil {
				run.Machine.Later = map[string]string{}
			}
			run.Machine.Later[p.name] = here.Date + " UTC, at commit " + here.Commit
		}
		begun := time.Now()
		b.part, b.doing = p.name, fmt.Sprintf("%d of %d, %s", i+1, len(only), p.what)
		b.say("")
		if err := p.run(b); err != nil {
			b.miss(p.what, err)
		}
		b.done(fmt.Sprintf("%s: %.0f s", b.doing, time.Since(begun).Seconds()))
	}
	return ctx.Err()
}
