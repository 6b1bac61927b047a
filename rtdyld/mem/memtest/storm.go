package memtest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// testReuse: a thousand times the same, of all kinds and sizes, leaves the executor as
// large as after the first times.
func testReuse(r *rig) {
	rounds := 1000
	if testing.Short() {
		rounds = 300
	}
	at := r.reserve(64 << 20 / r.Page)
	var maps int
	var resident uint64
	for i := range rounds {
		size := r.Page * uint64(1+i%7)
		if i%50 == 0 {
			size = 2 << 20
		}
		var segs []mem.Segment
		for k, kind := range []objfmt.Kind{objfmt.KindCode, objfmt.KindReadOnly, objfmt.KindWritable} {
			s := r.segment(kind, at.Addr+uint64(k)*16<<20+uint64(i%3)*r.Page, size, pattern(i, 200))
			segs = append(segs, s)
		}
		if i%4 == 0 {
			segs[1].Life = mem.FinalizeOnly
		}
		id := r.initialize(mem.Initialization{Segments: segs})
		if i%100 == 0 {
			r.want(segs[2].Addr, pattern(i, 200))
			r.perms(segs[0].Addr, segs[0].Size, objfmt.KindCode)
		}
		r.deinitialize(id)
		if i == rounds/5 || i == rounds-1 {
			n := len(r.audit())
			if maps != 0 && n > maps+64 {
				r.Errorf("%d mappings after %d rounds, %d after %d", n, i, maps, rounds/5)
			}
			maps = n
			if r.Resident != nil {
				now := r.resident(at)
				if resident != 0 && now > resident+1<<20 || now > 4<<20 && !r.Committed {
					r.Errorf("%d bytes in memory after %d rounds, %d after %d", now, i, resident, rounds/5)
				}
				resident = now
			}
		}
	}
	r.reserveAgain(maps)
}

// reserveAgain does it with reservations.
func (r *rig) reserveAgain(maps int) {
	rounds := 100
	if testing.Short() {
		rounds = 20
	}
	for i := range rounds {
		got := r.reserve(256)
		r.load(objfmt.KindCode, got.Addr+r.Page, pattern(i, 100))
		if err := r.release(got.Addr); err != nil {
			r.Fatalf("release: %v", err)
		}
	}
	if n := len(r.audit()); r.Maps != nil && n > maps+16 {
		r.Errorf("%d mappings after %d reservations, %d before", n, rounds, maps)
	}
}

// testConcurrent: many goroutines go through all verbs in parts of a reservation and in
// reservations of their own, while the mappings are looked at all the time.
func testConcurrent(r *rig) {
	const workers = 8
	rounds := 60
	if testing.Short() {
		rounds = 20
	}
	at := r.reserve(workers * 64)
	var l *log
	if _, ok := r.machine(); ok {
		l = r.newLog()
	}
	var all [workers]*stormer
	done := make(chan struct{})
	var wg, watch sync.WaitGroup
	watch.Go(func() {
		for {
			r.auditAsync()
			select {
			case <-done:
				return
			default:
			}
		}
	})
	for w := range workers {
		wg.Go(func() {
			s := &stormer{rig: r, rng: rand.New(rand.NewPCG(7, uint64(w))), id: w, base: at.Addr + uint64(w)*64*r.Page}
			if l != nil {
				s.record, s.log = l.record, l.addr+r.Page+uint64(w)*512
			}
			all[w] = s
			for i := range rounds {
				if err := s.round(i); err != nil {
					r.Errorf("worker %d, round %d: %v", w, i, err)
					return
				}
			}
		})
	}
	wg.Wait()
	close(done)
	watch.Wait()
	for w, s := range all {
		if l != nil && !r.Failed() && r.word(s.log) != s.calls {
			r.Errorf("worker %d: %d actions ran, want %d", w, r.word(s.log), s.calls)
		}
	}
}

// auditAsync is audit for a goroutine that must not end the test.
func (r *rig) auditAsync() {
	for _, f := range []func() ([]Mapping, error){r.Here, func() ([]Mapping, error) {
		if r.Maps == nil {
			return nil, nil
		}
		return r.Maps(r.ctx())
	}} {
		if f == nil {
			continue
		}
		list, err := f()
		if err != nil {
			r.Errorf("mappings: %v", err)
			return
		}
		r.never(list, "a process")
	}
}

// stormer is a goroutine of testConcurrent.
type stormer struct {
	*rig
	rng    *rand.Rand
	id     int
	record uint64 // the function, 0: there is none
	log    uint64 // that it writes to
	calls  uint32 // of it
	base   uint64
	page   uint64 // next free one of its part
	live   []mem.InitID
}

// round goes through the verbs once and checks what it sees.
func (s *stormer) round(i int) error {
	ctx := s.ctx()
	base, pages := s.base, s.page
	if i%5 == 0 {
		own, err := s.Mapper.Reserve(ctx, 64*s.Page, mem.Placement{})
		if err != nil {
			return err
		}
		base, pages = own.Addr, 0
	}
	kind := objfmt.KindCode + objfmt.Kind(s.rng.IntN(3))
	size := uint64(1 + s.rng.IntN(int(5*s.Page)))
	addr := base + pages*s.Page
	b, err := s.Mapper.Prepare(ctx, addr, size)
	if err != nil {
		return err
	}
	for j, c := range b {
		if c != 0 {
			return fmt.Errorf("byte %d of working memory is %#x", j, c)
		}
	}
	want := pattern(i+s.id*1000, int(size))
	copy(b, want)
	init := mem.Initialization{Segments: []mem.Segment{{Addr: addr, Size: size, Mem: b, Kind: kind}}}
	if s.rng.IntN(4) == 0 {
		init.Segments[0].Life = mem.FinalizeOnly
	}
	if s.record != 0 && s.calls < 100 {
		init.Actions = []mem.Action{{Finalize: mem.Call{Addr: s.record, Args: []uint64{s.log, uint64(i), 0}}}}
		s.calls++
	}
	id, err := s.Mapper.Initialize(ctx, init)
	if err != nil {
		return err
	}
	if init.Segments[0].Life == mem.Standard {
		got, err := s.read(addr, int(size))
		if err != nil {
			return err
		}
		if !bytes.Equal(got, want) {
			return fmt.Errorf("%#x, %d bytes: not what was written", addr, size)
		}
	}
	if base != s.base {
		return s.Mapper.Release(ctx, base)
	}
	s.live = append(s.live, id)
	if s.page += 6; s.page+6 > 64 {
		s.rng.Shuffle(len(s.live), func(i, j int) { s.live[i], s.live[j] = s.live[j], s.live[i] })
		err := s.Mapper.Deinitialize(ctx, s.live...)
		s.live, s.page = nil, 0
		return err
	}
	return nil
}

// read reads memory that is there. A list of mappings is not of one moment while others
// change them: qemu leaves out each mapping of its own that a change meets, and with it all
// that lies in it. Once the others are done, all is in the list.
func (s *stormer) read(addr uint64, n int) ([]byte, error) {
	for end := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		b, err := s.Read(s.ctx(), addr, n)
		if err == nil || time.Now().After(end) {
			return b, err
		}
	}
}
