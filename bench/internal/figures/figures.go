// Package figures keeps what a run of benchmarks has measured: stored as JSON, and compared with another run by ratio.
//
// Law: a figure is a number with a name; what it means, and how it is shown, is known elsewhere.
package figures

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
)

// Run is one run on one machine.
type Run struct {
	Machine Machine   `json:"machine"`
	Figures []Figure  `json:"figures"`
	Missing []Missing `json:"missing"`
}

// Machine says where a run was.
type Machine struct {
	Date       string            `json:"date"`
	Processor  string            `json:"processor"`
	Processors int               `json:"processors"`
	System     string            `json:"system"`
	Go         string            `json:"go"`
	Commit     string            `json:"commit"`
	Tools      map[string]string `json:"tools"`           // versions
	Later      map[string]string `json:"later,omitempty"` // parts that were measured again: when, and at which commit
}

// Figure is a number that was measured: the least of some runs, if the name does not say otherwise.
type Figure struct {
	ID    string  `json:"id"`    // words with "/" between: part, what, of what, by what
	Value float64 `json:"value"` // in the unit
	Unit  string  `json:"unit"`  // ms, us, ns, MB, B, M/s, GB/s, or empty for a ratio or count
	Ours  bool    `json:"ours"`  // a comparison of two runs judges it
	More  bool    `json:"more,omitempty"`
}

// Missing is what could not be measured, and why.
type Missing struct {
	Part string `json:"part"` // of the benchmarks
	What string `json:"what"`
	Why  string `json:"why"`
}

// Get returns a figure's value, and whether there is one.
func (r *Run) Get(id string) (float64, bool) {
	i := slices.IndexFunc(r.Figures, func(f Figure) bool { return f.ID == id })
	if i < 0 {
		return math.NaN(), false
	}
	return r.Figures[i].Value, true
}

// Add adds figures; one that is there already is replaced.
func (r *Run) Add(figures ...Figure) {
	for _, f := range figures {
		if i := slices.IndexFunc(r.Figures, func(o Figure) bool { return o.ID == f.ID }); i >= 0 {
			r.Figures[i] = f
		} else {
			r.Figures = append(r.Figures, f)
		}
	}
}

// Miss notes that something is missing.
func (r *Run) Miss(part, what string, why error) {
	r.Missing = append(r.Missing, Missing{part, what, why.Error()})
}

// Read reads a run that Write has written.
func Read(file string) (*Run, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	r := &Run{}
	if err := json.Unmarshal(data, r); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return r, nil
}

// JSON is the run as a file.
func (r *Run) JSON() ([]byte, error) {
	data, err := json.MarshalIndent(r, "", " ")
	return append(data, '\n'), err
}

// Change is how a figure differs between two runs: Ratio is above 1 where it is worse now.
type Change struct {
	ID       string
	Old, New float64
	Unit     string
	Ratio    float64
}

// Against compares our figures of two runs, the worst first. A figure that one of them lacks is left out.
func (r *Run) Against(old *Run) (changes []Change) {
	for _, f := range r.Figures {
		was, ok := old.Get(f.ID)
		if !f.Ours || !ok || !(was > 0) || !(f.Value > 0) {
			continue
		}
		c := Change{f.ID, was, f.Value, f.Unit, f.Value / was}
		if f.More {
			c.Ratio = was / f.Value
		}
		changes = append(changes, c)
	}
	slices.SortStableFunc(changes, func(a, b Change) int { return cmp.Compare(b.Ratio, a.Ratio) })
	return changes
}
