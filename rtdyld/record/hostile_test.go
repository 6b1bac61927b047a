package record

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"testing"
)

// TestHostileImages: a record of linked images whose bytes, or places in memory, are others than they were replays without a panic, and within its memory.
func TestHostileImages(t *testing.T) {
	lines := bytes.SplitAfter(imagesRecorded(t), []byte("\n"))
	rnd := rand.New(rand.NewPCG(1, 2))
	differ := 0
	for range 600 {
		data, changed := mutated(t, rnd, lines)
		if _, same, err := replayed(t, data); changed && (err != nil || !same) {
			differ++
		}
	}
	if differ < 60 { // those without a difference changed what nothing looks at
		t.Errorf("%d of 600 differ", differ)
	}
}

// mutated is a record with some bytes of one image, or a number of one allocation, changed.
func mutated(t *testing.T, rnd *rand.Rand, lines [][]byte) (data []byte, changed bool) {
	at := rnd.IntN(len(lines))
	for i, line := range lines {
		if i == at && len(line) > 0 {
			var e event
			if err := json.Unmarshal(line, &e); err != nil {
				t.Fatal(err)
			}
			switch {
			case e.Begin != nil && len(e.Begin.Inputs) > 0:
				b := e.Begin.Inputs[0].Bytes
				for range 1 + rnd.IntN(3) {
					k := rnd.IntN(len(b))
					if rnd.IntN(2) == 0 {
						k = rnd.IntN(min(len(b), 0x400))
					}
					b[k] = byte(rnd.Uint32())
				}
				if rnd.IntN(8) == 0 {
					e.Begin.Inputs[0].Bytes = b[:rnd.IntN(len(b))]
				}
				changed = true
			case e.Memory != nil && len(e.Memory.Blocks) > 0:
				e.Memory.Blocks[rnd.IntN(len(e.Memory.Blocks))].Addr = rnd.Uint64() >> rnd.IntN(64)
				changed = true
			}
			var err error
			if line, err = json.Marshal(e); err != nil {
				t.Fatal(err)
			}
			line = append(line, '\n')
		}
		data = append(data, line...)
	}
	return data, changed
}
