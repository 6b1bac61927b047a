package symtab_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// model is a table as its documentation has it: a list of what was said, in order. What counts
// for a name is found by going through the list.
type model struct {
	objects map[uint32]*modelObject
	names   map[modelName]*modelState
}

type modelName struct {
	unit uint32 // 0: all see it
	text string
}

// modelState is what a name has got.
type modelState struct {
	refs     int
	owner    uint32 // of the definition, if class is one of an object
	class    symtab.Class
	size     uint64 // of a common symbol
	bound    bool
	addr     uint64
	group    []uint32 // objects with a group of the name, the first counts
	external bool
}

type modelObject struct {
	unit   uint32
	alone  bool
	ids    []symtab.ID
	names  []modelName // parallel
	groups []symtab.ID
	gnames []modelName // parallel
	uses   map[uint32]bool
}

// tester runs operations on a table and its model.
type tester struct {
	t     testing.TB
	table symtab.Table
	model model
	batch uint32
	log   []string
}

func newTester(t testing.TB) *tester {
	x := &tester{t: t, model: model{map[uint32]*modelObject{}, map[modelName]*modelState{}}}
	x.table.Init()
	return x
}

func (x *tester) note(format string, args ...any) {
	x.log = append(x.log, fmt.Sprintf(format, args...))
}

func (x *tester) fail(format string, args ...any) {
	x.t.Helper()
	for _, l := range x.log[max(0, len(x.log)-60):] {
		x.t.Log(l)
	}
	x.t.Fatalf(format, args...)
}

// source is where random choices come from.
type source interface{ IntN(n int) int }

// few names, so that they meet.
func text(r source) string { return string('a' + rune(r.IntN(5))) }

// load loads a batch, which may fail.
func (x *tester) load(r source) {
	x.batch++
	unit, alone := symtab.OneUnit+x.batch, r.IntN(8) == 0
	if !alone && r.IntN(3) == 0 {
		unit = symtab.OneUnit
	}
	fails := r.IntN(4) == 0
	before, seen, kept, shown := x.dump(), x.seen(), x.model.clone(), x.allShown()
	b := new(symtab.Batch)
	x.table.Begin(b, unit, alone)
	var objs []uint32
	for range 1 + r.IntN(3) {
		num := x.table.Add(b)
		objs = append(objs, num)
		x.model.objects[num] = &modelObject{unit: unit, alone: alone, uses: map[uint32]bool{}}
	}
	x.note("batch of unit %d, alone %t: %v", unit, alone, objs)
	for _, num := range objs {
		if n := text(r); r.IntN(3) == 0 && !alone {
			if name := (modelName{unit, n}); x.model.names[name] == nil {
				x.model.names[name] = &modelState{}
			}
			x.mention(num, n, x.table.Hide(num, objfmt.KeyOf(n), n))
		}
	}
	for _, num := range objs {
		for range r.IntN(3) {
			id, name := x.declare(num, text(r))
			o := x.model.objects[num]
			o.ids, o.names = o.ids[:len(o.ids)-1], o.names[:len(o.names)-1] // a group's mention
			o.groups, o.gnames = append(o.groups, id), append(o.gnames, name)
			s := x.model.names[name]
			s.group = append(s.group, num)
			if owner := x.table.Group(id, num); owner != s.group[0] {
				x.fail("group %v is of %d, want %d", name, owner, s.group[0])
			}
			x.model.use(num, s.group[0])
		}
		for range r.IntN(5) {
			id, name := x.declare(num, text(r))
			if r.IntN(3) > 0 {
				class := symtab.Weak + symtab.Class(r.IntN(4))
				x.define(id, name, num, class, uint64(1+r.IntN(4)))
			}
		}
	}
	if fails {
		x.note("it fails")
		for more := true; more; {
			more = x.table.Rollback(b, 1+r.IntN(2))
			x.sees(seen, "the batch is rolled back")
		}
		for _, num := range slices.Backward(objs) {
			for _, id := range x.model.objects[num].ids { // in steps
				x.table.Retract(num, []symtab.ID{id})
				x.sees(seen, "the batch is retracted")
			}
			x.model.objects[num].ids = nil
			x.retract(num)
			x.sees(seen, "an object is dropped")
		}
		x.table.End(b)
		x.model = *kept
		if after := x.dump(); !slices.Equal(after, before) {
			x.fail("after a batch that failed:\n%q\nbefore:\n%q", after, before)
		}
		return
	}
	x.table.Commit(b)
	for _, num := range objs {
		o := x.model.objects[num]
		for i, id := range o.ids {
			if s := x.model.names[o.names[i]]; x.table.At(id).OwnedBy(num) {
				s.addr = uint64(num+1) << 16
				x.table.Publish(id, s.addr, s.addr>>16, symtab.Data)
			}
		}
	}
	for i, s := range x.allShown() { // until it is ended nothing that was seen is missing: objects of the batch are not seen
		if s != shown[i] && shown[i] != 0 && !s.Ask() {
			x.fail("while the batch is published %d of %d is shown, before %d of %d", s.Symbol(), s.Object(), shown[i].Symbol(), shown[i].Object())
		}
	}
	x.table.End(b)
}

// allShown is what is shown of all names in all units.
func (x *tester) allShown() (list []symtab.Shown) {
	for unit := range symtab.OneUnit + x.batch + 1 {
		for text := 'a'; text <= 'e'; text++ {
			s, _, _ := x.shown(objfmt.KeyOf(string(text)), unit)
			list = append(list, s)
		}
	}
	return list
}

// declare declares a name and enters it in the model.
func (x *tester) declare(num uint32, text string) (symtab.ID, modelName) {
	return x.mention(num, text, x.table.Declare(num, objfmt.KeyOf(text), text))
}

// mention enters in the model that an object mentions a name, of which the table says the ID.
func (x *tester) mention(num uint32, text string, id symtab.ID) (symtab.ID, modelName) {
	name := modelName{0, text}
	o := x.model.objects[num]
	if hidden := (modelName{o.unit, text}); o.alone || x.model.names[hidden] != nil {
		name = hidden // its unit hides it, as long as somebody mentions the hidden name
	}
	s := x.model.names[name]
	if s == nil {
		s = &modelState{}
		x.model.names[name] = s
	}
	s.refs++
	o.ids, o.names = append(o.ids, id), append(o.names, name)
	if x.table.Text(id) != text || x.table.Unit(id) != name.unit {
		x.fail("declared %v, got %q of unit %d", name, x.table.Text(id), x.table.Unit(id))
	}
	return id, name
}

// define defines a name and says by the rules what comes of it.
func (x *tester) define(id symtab.ID, name modelName, num uint32, class symtab.Class, size uint64) {
	x.note("%d defines %v as %v of %d", num, name, class, size)
	s := x.model.names[name]
	d := symtab.Def{Object: num, Symbol: objfmt.SymbolID(id), Class: class}
	if class == symtab.Common {
		d.Size, d.Align = size, 1
	}
	conflict := x.table.Define(id, d)
	fits, wins := true, false
	switch {
	case s.class == symtab.Undefined, s.external:
		wins = true
	case s.owner == num && conflict == nil: // one symbol, said twice
		return
	case class == symtab.Common && s.class == symtab.Common:
		wins = size > s.size
		fits = !wins || !s.bound
	case class == symtab.Strong && s.class == symtab.Strong:
		fits = false
	case class > s.class && !(class == symtab.Strong && s.class == symtab.Unique):
		wins = !s.bound
		fits = !s.bound || class != symtab.Strong
	}
	if fits != (conflict == nil) {
		x.fail("%d defines %v as %v of %d over %+v: conflict %+v", num, name, class, size, *s, conflict)
	}
	if !fits {
		return
	}
	if s.class != symtab.Undefined && !s.external {
		if wins {
			x.model.use(s.owner, num)
		} else {
			x.model.use(num, s.owner)
		}
	}
	if wins {
		s.owner, s.class, s.size, s.bound, s.addr, s.external = num, class, d.Size, false, 0, false
	}
}

// bind relocates an object: its names are bound, and what nobody defines may be answered.
func (x *tester) bind(num uint32, r source) {
	o := x.model.objects[num]
	x.note("%d is bound", num)
	for i, id := range o.ids {
		s := x.model.names[o.names[i]]
		if s.class == symtab.Undefined && r.IntN(2) == 0 {
			s.class, s.external, s.addr = symtab.External, true, 0x77
			x.table.Answer(id, &symtab.Answer{Addr: 0x77, Size: 8, Kind: symtab.Func})
		}
		x.table.Bind(num, id)
		if s.bound = s.class != symtab.Undefined; s.bound && !s.external {
			x.model.use(num, s.owner)
		}
	}
}

// retract takes an object out, in the model as well.
func (x *tester) retract(num uint32) {
	o := x.model.objects[num]
	x.table.Retract(num, o.ids)
	x.table.RetractGroups(num, o.groups)
	x.table.RetractAliases(num, math.MaxInt)
	x.table.Drop(num)
	for _, name := range append(slices.Clone(o.names), o.gnames...) {
		s := x.model.names[name]
		if s.owner == num && s.class != symtab.Undefined && !s.external {
			*s = modelState{refs: s.refs, group: s.group}
		}
		s.group = slices.DeleteFunc(s.group, func(g uint32) bool { return g == num })
		if s.refs--; s.refs == 0 {
			delete(x.model.names, name)
		}
	}
	delete(x.model.objects, num)
	for _, other := range x.model.objects {
		delete(other.uses, num)
	}
}

// unused is an object that no other uses, false if there is none.
func (m *model) unused() (uint32, bool) {
	var free []uint32
	for num := range m.objects {
		used := false
		for _, o := range m.objects {
			used = used || o.uses[num]
		}
		if !used {
			free = append(free, num)
		}
	}
	if len(free) == 0 {
		return 0, false
	}
	return slices.Min(free), true
}

func (m *model) use(obj, used uint32) {
	if obj != used {
		m.objects[obj].uses[used] = true
	}
}

func (m *model) clone() *model {
	c := &model{map[uint32]*modelObject{}, map[modelName]*modelState{}}
	for num, o := range m.objects {
		k := *o
		k.uses = map[uint32]bool{}
		for u := range o.uses {
			k.uses[u] = true
		}
		c.objects[num] = &k
	}
	for name, s := range m.names {
		k := *s
		k.group = slices.Clone(s.group)
		c.names[name] = &k
	}
	return c
}

func (x *tester) dump() []string {
	lines := x.table.Dump(func(num uint32) string { return fmt.Sprint(num) })
	for num := range x.model.objects {
		uses := slices.Sorted(slices.Values(x.table.Uses(num)))
		lines = append(lines, fmt.Sprintf("object %d: %d users, uses %v", num, x.table.Users(num), uses))
	}
	slices.Sort(lines)
	return lines
}

// seen is what who must not see half of a batch sees of names.
func (x *tester) seen() (list []string) {
	for text := 'a'; text <= 'e'; text++ {
		for unit := range symtab.OneUnit + x.batch + 1 {
			id := x.table.Lookup(objfmt.KeyOf(string(text)), unit)
			e, c := x.table.Settled(id), x.table.SettledCommon(id)
			owner, owned := e.Owner()
			list = append(list, fmt.Sprint(string(text), unit, id != 0, e.Class(), owner, owned, e.Addr(), c))
		}
	}
	return list
}

// sees wants that who must not see half of a batch sees no more than before.
func (x *tester) sees(before []string, when string) {
	x.t.Helper()
	for i, line := range x.seen()[:len(before)] {
		if line != before[i] {
			x.fail("while %s %s is seen, before %s", when, line, before[i])
		}
	}
}

// check compares the table with the model.
func (x *tester) check() {
	x.t.Helper()
	if n := x.table.Len(); n != len(x.model.names) {
		x.fail("%d names, want %d: %v", n, len(x.model.names), x.dump())
	}
	users := map[uint32]uint32{}
	for num, o := range x.model.objects {
		if got := slices.Sorted(slices.Values(x.table.Uses(num))); len(got) != len(o.uses) {
			x.fail("%d uses %v, want %v", num, got, o.uses)
		}
		for u := range o.uses {
			users[u]++
			if !x.table.IsUser(num, u) {
				x.fail("%d does not use %d", num, u)
			}
		}
		for i, id := range o.ids {
			e, s := x.table.At(id), x.model.names[o.names[i]]
			owner, owned := e.Owner()
			if e.Class() != s.class || owned != (s.class != symtab.Undefined && !s.external) || owned && owner != s.owner || e.Addr() != s.addr || x.table.Common(id).Size != s.size {
				x.fail("%v is %v of %d at %#x, common %+v; want %+v", o.names[i], e.Class(), owner, e.Addr(), x.table.Common(id), *s)
			}
		}
	}
	x.peeks()
	for num := range x.model.objects {
		if x.table.Users(num) != users[num] {
			x.fail("%d has %d users, want %d", num, x.table.Users(num), users[num])
		}
	}
}

// peeks wants that goroutines without a lock are shown what Lookup finds.
func (x *tester) peeks() {
	x.t.Helper()
	for text := 'a'; text <= 'e'; text++ {
		key := objfmt.KeyOf(string(text))
		for unit := range symtab.OneUnit + x.batch + 1 {
			shown, addr, size := x.shown(key, unit)
			if shown == 0 && unit != 0 {
				shown, addr, size = x.shown(key, 0)
			}
			if shown.Ask() { // no name is an alias here
				x.fail("%c in unit %d has to be asked for", text, unit)
			}
			e := x.table.At(x.table.Lookup(key, unit))
			if owner, ok := e.Owner(); ok != (shown != 0) || ok && (owner != shown.Object() || e.Symbol() != shown.Symbol()) {
				x.fail("%c in unit %d is of %d, %t; shown: %d of %d", text, unit, owner, ok, shown.Symbol(), shown.Object())
			}
			if shown != 0 && (addr != e.Addr() || size != e.Addr()>>16 || shown.Kind() != symtab.Data) {
				x.fail("%c in unit %d is at %#x, shown: kind %d at %#x, %d bytes", text, unit, e.Addr(), shown.Kind(), addr, size)
			}
		}
	}
}

func (x *tester) shown(key objfmt.Key, unit uint32) (s symtab.Shown, addr, size uint64) {
	for p := x.table.Peek(key, unit); p.Next(); {
		if p.Is() && p.Shown() != 0 {
			s = p.Shown()
			addr, size = p.Place()
		}
	}
	return s, addr, size
}

// run does n random things and takes everything out at the end: the table is empty then.
func (x *tester) run(r source, n int) {
	for range n {
		switch r.IntN(4) {
		case 0, 1:
			x.load(r)
		case 2:
			if len(x.model.objects) > 0 {
				nums := make([]uint32, 0, len(x.model.objects))
				for num := range x.model.objects {
					nums = append(nums, num)
				}
				slices.Sort(nums)
				x.bind(nums[r.IntN(len(nums))], r)
			}
		case 3:
			if num, ok := x.model.unused(); ok {
				x.note("%d goes", num)
				x.retract(num)
			}
		}
		x.check()
	}
	for len(x.model.objects) > 0 {
		num, ok := x.model.unused()
		if !ok { // they use each other: they go together
			break
		}
		x.retract(num)
		x.check()
	}
	rest := make([]uint32, 0, len(x.model.objects))
	for num := range x.model.objects {
		rest = append(rest, num)
	}
	slices.Sort(rest)
	for _, num := range rest {
		x.retract(num)
	}
	s := x.table.Sizes()
	s.Slots, s.Entries, s.Numbers = 0, 0, 0
	if s != (symtab.Sizes{}) {
		x.fail("%+v is left: %v", s, x.table.Dump(func(num uint32) string { return fmt.Sprint(num) }))
	}
}

// TestModel: whatever is declared, defined, bound, rolled back and retracted, the table says what
// going through the list of all that was said gives, and is empty once all is retracted.
func TestModel(t *testing.T) {
	from, n := 0, 1000
	if citest.Sample() {
		n = 250 // of all, which take turns
		from = n * citest.Turn(4)
	}
	for seed := from; seed < from+n; seed++ {
		newTester(t).run(rand.New(rand.NewPCG(uint64(seed), 0)), 40)
	}
}

// bytesSource takes choices from a fuzzer's bytes.
type bytesSource struct{ b []byte }

func (s *bytesSource) IntN(n int) int {
	if len(s.b) == 0 {
		return 0
	}
	v := int(s.b[0]) % n
	s.b = s.b[1:]
	return v
}

// FuzzModel is TestModel for any choices.
func FuzzModel(f *testing.F) {
	f.Add([]byte{0, 3, 1, 2, 0, 1, 2, 3, 3, 0, 1, 1, 2, 2, 3, 3})
	f.Add([]byte("load, bind, retract, and again"))
	f.Fuzz(func(t *testing.T, choices []byte) {
		newTester(t).run(&bytesSource{choices}, min(len(choices), 60))
	})
}
