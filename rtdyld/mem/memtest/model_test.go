package memtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// TestModel gives the same random verbs, half of them wrong, to a mapper and to the sim:
// they do the same, refuse the same with the same type of error, and have the same bytes
// and actions.
func TestModel(t *testing.T) {
	steps := 4000
	if testing.Short() {
		steps = 1000
	}
	for name, open := range map[string]func(mem.Runner) (mem.Mapper, error){
		"in process": func(r mem.Runner) (mem.Mapper, error) {
			return mem.NewInProcess(mem.MapperConfig{Runner: r, NoExec: true})
		},
		"dual": func(r mem.Runner) (mem.Mapper, error) {
			return mem.NewDualMapped(mem.MapperConfig{Runner: r, NoExec: true})
		},
	} {
		for seed := range uint64(4) {
			t.Run(fmt.Sprintf("%s/%d", name, seed), func(t *testing.T) {
				var ran []uint64
				m, err := open(func(_ context.Context, c mem.Call) error {
					ran = append(ran, c.Args[0])
					if c.Args[1] != 0 {
						return errors.New("as it should")
					}
					return nil
				})
				if errors.Is(err, objfmt.ErrUnsupported) {
					t.Skip(err)
				}
				if err != nil {
					t.Fatal(err)
				}
				if m.Traits().Page != simPage {
					t.Skipf("pages of %d bytes", m.Traits().Page)
				}
				d := &duel{T: t, m: m, rng: rand.New(rand.NewPCG(seed, 1)), sim: newSim(m.Traits().Unit), ran: &ran,
					bytes: map[uint64][2][]byte{}, ids: map[mem.InitID]mem.InitID{}}
				d.sim.fault = ""
				d.sim.runner = func(c mem.Call) (int, error) {
					d.simRan = append(d.simRan, c.Args[0])
					return int(c.Args[1]), nil
				}
				for i := range steps {
					d.step()
					if t.Failed() {
						t.Fatalf("step %d", i)
					}
				}
				d.finish()
			})
		}
	}
}

// duel is a mapper and the sim side by side. Addresses are the sim's.
type duel struct {
	*testing.T
	m      mem.Mapper
	sim    *sim
	rng    *rand.Rand
	rooms  [][2]mem.Range
	bytes  map[uint64][2][]byte // working memory of both by address
	ids    map[mem.InitID]mem.InitID
	calls  uint64
	ran    *[]uint64
	simRan []uint64
}

// real is the mapper's address for one of the sim's.
func (d *duel) real(addr uint64) uint64 {
	for _, r := range d.rooms {
		if addr >= r[0].Addr-simPage && addr-r[0].Addr+simPage <= r[0].Size+simPage {
			return r[1].Addr + (addr - r[0].Addr)
		}
	}
	return 16 // nowhere
}

// same checks that errors are alike.
func (d *duel) same(what string, sim, real error) bool {
	d.Helper()
	kinds := func(err error) (list []string) {
		for name, target := range map[string]any{"range": new(*mem.RangeError), "id": new(*mem.IDError), "action": new(*mem.ActionError)} {
			if errors.As(err, target) {
				list = append(list, name)
			}
		}
		slices.Sort(list)
		return list
	}
	if (sim == nil) != (real == nil) || !slices.Equal(kinds(sim), kinds(real)) {
		d.Errorf("%s: the sim has %v, the mapper %v", what, sim, real)
	}
	if !slices.Equal(d.simRan, *d.ran) {
		d.Errorf("%s: the sim ran %d, the mapper %d", what, d.simRan, *d.ran)
	}
	d.simRan, *d.ran = nil, nil
	return sim == nil && real == nil
}

func (d *duel) step() {
	switch n := d.rng.IntN(100); {
	case len(d.rooms) == 0 || n < 2 && len(d.rooms) < 6:
		size := uint64(1 + d.rng.IntN(40*simPage))
		a, err1 := d.sim.Reserve(d.Context(), size, mem.Placement{})
		b, err2 := d.m.Reserve(d.Context(), size, mem.Placement{})
		if d.same("reserve", err1, err2) {
			d.rooms = append(d.rooms, [2]mem.Range{a, b})
		}
	case n < 45:
		d.prepare()
	case n < 75:
		d.initialize()
	case n < 98:
		d.deinitialize()
	default:
		d.release()
	}
}

// place is a range in a reservation, sometimes out of it, mostly at a unit.
func (d *duel) place() (addr, size uint64) {
	r := d.rooms[d.rng.IntN(len(d.rooms))][0]
	unit := d.sim.unit
	addr = r.Addr + uint64(d.rng.IntN(int(r.Size/unit)))*unit
	size = uint64(1 + d.rng.IntN(3*int(max(unit, 512))))
	switch d.rng.IntN(40) {
	case 0:
		addr++
	case 1:
		size = r.Size
	case 2:
		size = 0
	case 3:
		addr = r.Addr - unit
	}
	return addr, size
}

func (d *duel) prepare() {
	addr, size := d.place()
	a, err1 := d.sim.Prepare(d.Context(), addr, size)
	b, err2 := d.m.Prepare(d.Context(), d.real(addr), size)
	if !d.same("prepare", err1, err2) {
		return
	}
	if !bytes.Equal(a, b) {
		d.Errorf("prepare %#x: %d bytes, not the same as those of the sim", addr, len(b))
	}
	fill := pattern(d.rng.IntN(256), int(size))
	copy(a, fill)
	copy(b, fill)
	d.bytes[addr] = [2][]byte{a, b}
}

// prepared are some addresses of what was prepared, in a fixed order.
func (d *duel) prepared() []uint64 {
	var list []uint64
	for addr := range d.bytes {
		list = append(list, addr)
	}
	slices.Sort(list)
	d.rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list[:min(len(list), 1+d.rng.IntN(4))]
}

func (d *duel) initialize() {
	var a, b mem.Initialization
	for _, addr := range d.prepared() {
		both := d.bytes[addr]
		s := mem.Segment{Addr: addr, Size: uint64(len(both[0])), Mem: both[0], Kind: objfmt.KindCode + objfmt.Kind(d.rng.IntN(3)), Life: mem.Lifetime(d.rng.IntN(2))}
		if d.rng.IntN(30) == 0 {
			s.Size += d.sim.unit
		}
		if d.rng.IntN(30) == 0 {
			s.Addr += d.sim.unit
		}
		a.Segments = append(a.Segments, s)
		s.Addr, s.Mem = d.real(s.Addr), both[1]
		b.Segments = append(b.Segments, s)
		if d.rng.IntN(30) > 0 {
			delete(d.bytes, addr)
		}
	}
	for range d.rng.IntN(4) {
		call := func() mem.Call {
			if d.rng.IntN(4) == 0 {
				return mem.Call{}
			}
			d.calls++
			fails := uint64(0)
			if d.rng.IntN(10) == 0 {
				fails = 1
			}
			return mem.Call{Addr: 1, Args: []uint64{d.calls, fails}}
		}
		a.Actions = append(a.Actions, mem.Action{Finalize: call(), Dealloc: call()})
	}
	b.Actions = a.Actions
	ida, err1 := d.sim.Initialize(d.Context(), a)
	idb, err2 := d.m.Initialize(d.Context(), b)
	if !d.same("initialize", err1, err2) {
		return
	}
	d.ids[ida] = idb
	for i, s := range a.Segments {
		if s.Life == mem.Standard && !bytes.Equal(s.Mem, b.Segments[i].Mem) {
			d.Errorf("segment %#x, %d bytes, is not the same as the sim's", s.Addr, s.Size)
		}
	}
}

func (d *duel) deinitialize() {
	var a []mem.InitID
	for id := range d.ids {
		a = append(a, id)
	}
	slices.Sort(a)
	d.rng.Shuffle(len(a), func(i, j int) { a[i], a[j] = a[j], a[i] })
	a = a[:min(len(a), d.rng.IntN(5))]
	if d.rng.IntN(10) == 0 {
		a = append(a, 1<<40)
	}
	var b []mem.InitID
	for _, id := range a {
		if real, ok := d.ids[id]; ok {
			b = append(b, real)
		} else {
			b = append(b, id)
		}
		if d.rng.IntN(20) > 0 { // or once more
			delete(d.ids, id)
		}
	}
	d.same("deinitialize", d.sim.Deinitialize(d.Context(), a...), d.m.Deinitialize(d.Context(), b...))
}

func (d *duel) release() {
	i := d.rng.IntN(len(d.rooms))
	r := d.rooms[i]
	a, b := []uint64{r[0].Addr}, []uint64{r[1].Addr}
	if d.rng.IntN(5) == 0 {
		a, b = append(a, r[0].Addr), append(b, r[1].Addr)
	}
	d.same("release", d.sim.Release(d.Context(), a...), d.m.Release(d.Context(), b...))
	d.rooms = slices.Delete(d.rooms, i, i+1)
	for addr := range d.bytes {
		if addr >= r[0].Addr && addr < r[0].Addr+r[0].Size {
			delete(d.bytes, addr)
		}
	}
}

// finish releases what is left, all in one call.
func (d *duel) finish() {
	var a, b []uint64
	for _, r := range d.rooms {
		a, b = append(a, r[0].Addr), append(b, r[1].Addr)
	}
	d.same("release", d.sim.Release(d.Context(), a...), d.m.Release(d.Context(), b...))
	if err := d.m.(interface{ Close() error }).Close(); err != nil && !errors.As(err, new(*mem.ActionError)) {
		d.Error(err)
	}
}
