package door

import "sync/atomic"

// MaxParams is how many parameters a call may have here. Others go by gRPC.
const MaxParams = 64

// Page is what is shared. Zeros are a page without a main thread, and so is one of another byte order. Its layout is the same
// for words of 32 and 64 bits.
type Page struct {
	word       uint32
	convention uint16
	result     uint8
	n          uint8
	addr       uint64
	value      uint64
	args       [MaxParams]uint64
	params     [MaxParams]uint8
}

// The states.
const (
	busy = iota
	idle
	given
	nudged
	called
	answered
	failed
	asked
)

func (p *Page) state() uint32               { return atomic.LoadUint32(&p.word) }
func (p *Page) set(state uint32)            { atomic.StoreUint32(&p.word, state) }
func (p *Page) change(from, to uint32) bool { return atomic.CompareAndSwapUint32(&p.word, from, to) }
func waits(state uint32) bool               { return state == idle || state == answered }

// give changes the state of a main thread that waits, and wakes it.
func (p *Page) give(state uint32) bool {
	for {
		was := p.state()
		if !waits(was) {
			return false
		}
		if p.change(was, state) {
			wake(&p.word)
			return true
		}
	}
}

// Call is a call of a function; its numbers are those of executor.proto.
type Call struct {
	Addr       uint64
	Convention uint16
	Result     uint8
	Params     []uint8 // parallel to Args
	Args       []uint64
}

// put writes a call. The caller is the only one that makes calls.
func (p *Page) put(c *Call) bool {
	if !waits(p.state()) || len(c.Args) > MaxParams {
		return false
	}
	p.addr, p.convention, p.result, p.n = c.Addr, c.Convention, c.Result, uint8(len(c.Args))
	copy(p.params[:], c.Params)
	copy(p.args[:], c.Args)
	return p.give(called)
}

// take reads a call to the memory of c.
func (p *Page) take(c *Call) {
	n := min(int(p.n), MaxParams)
	c.Addr, c.Convention, c.Result = p.addr, p.convention, p.result
	c.Params = append(c.Params[:0], p.params[:n]...)
	c.Args = append(c.Args[:0], p.args[:n]...)
}
