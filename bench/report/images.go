//go:build linux

package main

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-rtdyld/rtdyld/bench/internal/figures"
	"github.com/go-rtdyld/rtdyld/bench/internal/linkers"
	"github.com/go-rtdyld/rtdyld/bench/internal/object"
	"github.com/go-rtdyld/rtdyld/bench/internal/page"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// images measures linked images: files that are mapped in place of objects that are linked.
func (b *bench) images() error {
	for _, name := range page.ImageSets {
		set, err := linkers.ReadSet(filepath.Join(b.sets, name))
		if err != nil {
			b.miss("objects "+name, err)
			continue
		}
		b.say("saving " + name)
		file := filepath.Join(b.tmp, name+".so")
		list := "@" + filepath.Join(set.Dir, "objs.txt")
		b.theirs("objects/"+name, float64(len(set.Objects)), "")
		if err := b.save(name, file, list); err != nil {
			return err
		}
		b.say(name)
		if err := b.times(2, "image", set.Dir, file); err != nil {
			return err
		}
	}
	return b.ctx.Err()
}

// save measures how images are written, in turns with a linker that writes shared objects of the same.
func (b *bench) save(name, file, list string) error {
	lld, err := found("ld.lld", "ld.lld-14", "ld.lld-19")
	if err != nil {
		b.miss("lld", err)
	}
	var ours, theirs []float64
	for range 3 {
		cost, err := linkers.Command(exec.CommandContext(b.ctx, b.rtdyld(), "link", "-j", "1", "-image", file, list))
		if err != nil {
			return err
		}
		ours = append(ours, 1e3*cost.CPU)
		if lld == "" {
			continue
		}
		if cost, err = linkers.Command(exec.CommandContext(b.ctx, lld, "--threads=1", "-shared", "-Bsymbolic", "-o", file+".lld", list)); err != nil {
			b.miss("lld's shared object of "+name, err) // as of code that refers to data elsewhere
			lld = ""
			continue
		}
		theirs = append(theirs, 1e3*cost.CPU)
	}
	b.ours("save/"+name, slices.Min(ours), "ms")
	if len(theirs) > 0 {
		b.theirs("savelld/"+name, slices.Min(theirs), "ms")
	}
	return nil
}

// imageNames are names that are looked up in images.
var imageNames = map[string]string{"sqlite": "sqlite3_open", "llvm.all": "LLVMModuleCreateWithName"}

// mapImage measures from a file to a name that is found, at the image's base and elsewhere, what its hashes take on top, and a link of the same objects.
func mapImage(ctx context.Context, args []string) ([]figures.Figure, error) {
	set, err := linkers.ReadSet(args[0])
	if err != nil {
		return nil, err
	}
	debug.SetGCPercent(-1)
	cfg, done, err := imageConfig(set.Name)
	if err != nil {
		return nil, err
	}
	defer done()
	m := &imageMaps{cfg: cfg, file: args[1], name: imageNames[set.Name]}
	ways := []struct {
		id    string
		image rtdyld.ImageConfig
		where rtdyld.MapConfig
	}{
		{"base", rtdyld.ImageConfig{Trusted: true}, rtdyld.MapConfig{}}, {"elsewhere", rtdyld.ImageConfig{Trusted: true}, rtdyld.MapConfig{Elsewhere: true}},
		{"hashed", rtdyld.ImageConfig{}, rtdyld.MapConfig{}},
	}
	least := make([]time.Duration, len(ways))
	begun := time.Now()
	for i := 0; i < 1000 && (i < 5 || time.Since(begun) < 4*time.Second); i++ {
		for k, w := range ways {
			took, err := m.once(ctx, w.image, w.where)
			if err != nil {
				return nil, err
			}
			if i == 0 || took < least[k] {
				least[k] = took
			}
		}
		if i%50 == 0 {
			runtime.GC()
		}
	}
	_, link, err := leastLinks(ctx, set)
	if err != nil {
		return nil, err
	}
	all := []figures.Figure{{ID: "link/" + set.Name, Value: float64(link) / 1e6, Unit: "ms", Ours: true}, {ID: "size/" + set.Name, Value: float64(m.size) / 1e6, Unit: "MB", Ours: true}}
	for k, w := range ways {
		all = append(all, figures.Figure{ID: w.id + "/" + set.Name, Value: float64(least[k]) / 1e3, Unit: "us", Ours: true})
	}
	for id, kib := range m.dirty {
		all = append(all, figures.Figure{ID: id + "/" + set.Name, Value: float64(kib) * 1024 / 1e6, Unit: "MB", Ours: true})
	}
	return all, nil
}

// imageConfig is the linker's for an image. SQLite has its imports from this process, others have all at one address, as a link of them does with -undefined=phony.
func imageConfig(set string) (cfg rtdyld.Config, done func() error, err error) {
	if set == "sqlite" {
		p, err := host.Open(host.Config{Libraries: []string{"libm.so.6"}})
		if err != nil {
			return cfg, nil, err
		}
		return p.LinkerConfig(), p.Close, nil
	}
	maps, err := mem.NewImages(mem.ImagesConfig{})
	if err != nil {
		return cfg, nil, err
	}
	m, err := mem.New(mem.Config{})
	if err != nil {
		return cfg, nil, err
	}
	return rtdyld.Config{Memory: m, Images: maps, Resolver: oneAddress{}, TLS: object.Threads()}, m.Close, nil
}

// oneAddress finds all names.
type oneAddress struct{}

func (oneAddress) Resolve(_ context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	for i := range refs {
		out[i] = rtdyld.Symbol{Addr: 0x1000, Found: true}
		if refs[i].TLS {
			out[i].Kind, out[i].Module = rtdyld.TLS, 1
		}
	}
	return nil
}

// imageMaps maps an image again and again.
type imageMaps struct {
	cfg        rtdyld.Config
	file, name string
	size       int64          // of the file, bytes
	dirty      map[string]int // KiB that mapping it has made the process's own, by figure
}

// once is how long it takes from the file's name until a name in it is found.
func (m *imageMaps) once(ctx context.Context, image rtdyld.ImageConfig, where rtdyld.MapConfig) (took time.Duration, err error) {
	begun := time.Now()
	l, err := rtdyld.New(m.cfg)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, l.Close()) }()
	img, err := rtdyld.OpenImage(m.file, image)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, img.Close()) }()
	if _, err := l.MapImage(ctx, img, where); err != nil {
		return 0, err
	}
	if _, err := l.Lookup(m.name); err != nil {
		return 0, err
	}
	took = time.Since(begun)
	if len(m.dirty) < 4 {
		err = m.measure(where.Elsewhere)
	}
	return took, err
}

// measure looks at the pages of the file in this process.
func (m *imageMaps) measure(elsewhere bool) error {
	info, err := os.Stat(m.file)
	if err != nil {
		return err
	}
	m.size = info.Size()
	if m.dirty == nil {
		m.dirty = map[string]int{}
	}
	suffix := ""
	if elsewhere {
		suffix = "elsewhere"
	}
	m.dirty["code"+suffix], m.dirty["own"+suffix], err = ownPages(m.file)
	return err
}

// ownPages are KiB of a file's mappings that are the process's own: of code, and all.
func ownPages(file string) (code, all int, err error) {
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	perm := ""
	s := bufio.NewScanner(f)
	for s.Scan() {
		words := strings.Fields(s.Text())
		if len(words) >= 5 && strings.Contains(words[0], "-") {
			if perm = ""; words[len(words)-1] == file {
				perm = words[1]
			}
		} else if perm != "" && words[0] == "Anonymous:" {
			n, err := strconv.Atoi(words[1])
			if err != nil {
				return 0, 0, err
			}
			if all += n; strings.Contains(perm, "x") {
				code += n
			}
		}
	}
	return code, all, s.Err()
}
