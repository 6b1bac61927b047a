package remote

import (
	"bytes"
	"crypto/rand"
	"io"
	"os"
	"sync"
	"time"
)

// pump copies what a child writes to a pipe. This process keeps the writing end, too: a
// mark that it writes there comes after all that the child wrote before.
type pump struct {
	to   io.Writer // nil: dropped
	r, w *os.File
	done chan struct{} // closed at the end

	order sync.Mutex // of marks: as they are noted they are written

	mu      sync.Mutex
	tail    []byte // the last that came
	marks   [][]byte
	reached []chan struct{} // parallel to marks
	ended   bool
}

// tailSize is how much of its output an executor that does not start is quoted with.
const tailSize = 2 << 10

// newPump makes a pipe; its writing end is for the child, too.
func newPump(to io.Writer) (*pump, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	return &pump{to: to, r: r, w: w, done: make(chan struct{})}, nil
}

// copy runs until the pipe ends.
func (p *pump) copy() {
	defer close(p.done)
	buf := make([]byte, 32<<10)
	var carry []byte // may be the beginning of a mark
	for {
		n, err := p.r.Read(buf)
		data := buf[:n]
		if len(carry) > 0 {
			data = append(carry, data...)
		}
		carry = nil
		for {
			mark := p.mark()
			if mark == nil {
				break
			}
			i := bytes.Index(data, mark)
			if i < 0 {
				keep := overlap(data, mark)
				carry = append([]byte(nil), data[len(data)-keep:]...)
				data = data[:len(data)-keep]
				break
			}
			p.write(data[:i])
			data = data[i+len(mark):]
			p.reach()
		}
		p.write(data)
		if err != nil {
			p.write(carry)
			p.finish()
			return
		}
	}
}

// overlap is how many bytes at the end of data begin the mark.
func overlap(data, mark []byte) int {
	for n := min(len(mark)-1, len(data)); n > 0; n-- {
		if bytes.HasSuffix(data, mark[:n]) {
			return n
		}
	}
	return 0
}

// write passes data on.
func (p *pump) write(data []byte) {
	if len(data) == 0 {
		return
	}
	p.mu.Lock()
	p.tail = append(p.tail, data...)
	p.tail = p.tail[max(0, len(p.tail)-tailSize):]
	p.mu.Unlock()
	if p.to != nil {
		if _, err := p.to.Write(data); err != nil {
			p.to = nil // the child goes on
		}
	}
}

// mark returns the next mark that is to come, nil for none.
func (p *pump) mark() []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.marks) == 0 {
		return nil
	}
	return p.marks[0]
}

func (p *pump) reach() {
	p.mu.Lock()
	defer p.mu.Unlock()
	close(p.reached[0])
	p.marks, p.reached = p.marks[1:], p.reached[1:]
}

func (p *pump) finish() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
	for _, c := range p.reached {
		close(c)
	}
	p.marks, p.reached = nil, nil
}

// settle waits until all that was written so far is passed on.
func (p *pump) settle() {
	mark := make([]byte, 24)
	rand.Read(mark)
	c := make(chan struct{})
	p.order.Lock()
	p.mu.Lock()
	ended := p.ended
	if !ended { // the mark is known before it can come
		p.marks, p.reached = append(p.marks, mark), append(p.reached, c)
	}
	p.mu.Unlock()
	if !ended {
		_, _ = p.w.Write(mark) // it fails if the pump ends, which is told as well
	}
	p.order.Unlock()
	if !ended {
		<-c
	}
}

// close ends the pump once the child is gone, when all that was written has been passed
// on. A process that keeps the pipe open all the same is not waited for.
func (p *pump) close() {
	p.settle()
	p.w.Close()
	p.r.SetReadDeadline(time.Now())
	<-p.done
	p.r.Close()
}

// last returns the end of what came.
func (p *pump) last() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return string(p.tail)
}
