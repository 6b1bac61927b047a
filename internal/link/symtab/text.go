package symtab

import (
	"math"
	"strings"
	"sync"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/internal/link/chunks"
)

// text is what a name is called, a string of less than 4 GiB: in three words, none of which the garbage collector reads. Most are in the file of an
// object that mentions the name.
type text struct {
	at   uint32 // where it begins in the file of home, or its number among the table's own texts
	n    uint32 // bytes
	home uint32 // object in whose file it is, plus one; 0: it is one of the table's own, or empty
}

// ownTexts are texts that are in no object's file, or no more.
type ownTexts struct {
	mu   sync.Mutex // goroutines that enter names, see Many
	list chunks.List[string]
	free []uint32 // numbers of no use
}

func moveTexts(to, from []string) { copy(to, from) }

// add enters a text, of which it makes a clone.
func (o *ownTexts) add(s string) text {
	o.mu.Lock()
	defer o.mu.Unlock()
	s = strings.Clone(s)
	if k := len(o.free); k > 0 {
		x := text{at: o.free[k-1], n: uint32(len(s))}
		o.free = o.free[:k-1]
		*o.list.At(int(x.at)) = s
		return x
	}
	*o.list.Add(moveTexts) = s
	return text{at: uint32(o.list.Len() - 1), n: uint32(len(s))}
}

// drop takes a text out, if it is one of these.
func (o *ownTexts) drop(x text) {
	if x.home == 0 && x.n > 0 {
		*o.list.At(int(x.at)) = ""
		o.free = append(o.free, x.at)
	}
}

// texts are the table's own texts, made if need be.
func (t *Table) texts() *ownTexts {
	if t.apart == nil {
		t.apart = new(ownTexts)
		t.apart.list.Init(nil)
	}
	return t.apart
}

// SetFile says that texts which object obj declares are mostly parts of a file, which stays as it is for as long as the object is in the table.
func (t *Table) SetFile(obj uint32, file []byte) {
	t.object(obj).file = unsafe.String(unsafe.SliceData(file), len(file))
}

// textOf is what an entry has of a text that object obj has declared.
func (t *Table) textOf(s string, obj uint32) text {
	if len(s) == 0 {
		return text{}
	}
	file := t.object(obj).file
	at := uintptr(unsafe.Pointer(unsafe.StringData(s))) - uintptr(unsafe.Pointer(unsafe.StringData(file)))
	if at < uintptr(len(file)) && at <= math.MaxUint32 && len(s) <= len(file)-int(at) {
		return text{uint32(at), uint32(len(s)), obj + 1}
	}
	return t.texts().add(s)
}

// Text is a name, which views an object's file or is a clone: who keeps it clones it.
func (t *Table) Text(id ID) string {
	switch x := t.text(id); {
	case x.home != 0:
		return t.object(x.home - 1).file[x.at:][:x.n]
	case x.n != 0:
		return *t.apart.list.At(int(x.at))
	}
	return ""
}

// settle has an entry's text be in no object's file any more.
func (t *Table) settle(id ID) { *t.text(id) = t.texts().add(t.Text(id)) }

// SettleUndefined is settle for the names that nobody defines.
func (t *Table) SettleUndefined(ids []ID) {
	for _, id := range ids {
		if id < Special && t.At(id).class == Undefined && t.text(id).home != 0 {
			t.settle(id)
		}
	}
}
