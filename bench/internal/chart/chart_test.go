package chart_test

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/bench/internal/chart"
)

func plain(v float64) string { return strconv.FormatFloat(v, 'g', 3, 64) }

// drawings are one of each.
func drawings() map[string][]byte {
	bars := chart.Bars{Title: "<bars> & more", Note: "note", Groups: []string{"a group with a long name", "b", "empty"}, Series: []string{"one", "two", "three"},
		Values: [][]float64{{1, 2, 300}, {1, math.NaN(), 0}, {math.NaN(), math.NaN(), math.NaN()}}, Format: plain}
	logs := bars
	logs.Log, logs.Values = true, [][]float64{{1, 10, 1000}, {2, 3, 4}, {5, 6, 7}}
	stacked := chart.Stacked{Title: "stacked", Mark: "floor", Groups: []string{"a", "b"}, Series: []string{"one", "two"}, Values: [][]float64{{1, 2}, {0.1, 0}}, Format: plain}
	lines := chart.Lines{Title: "lines", X: "size", Y: "ms", Series: []string{"one"}, Points: [][][2]float64{{{10, 1}, {1000, 1}, {100000, 90}}}}
	few := chart.Lines{Title: "one point", Series: []string{"one"}, Points: [][][2]float64{{{10, 1}}}}
	return map[string][]byte{"bars": bars.SVG(), "logs": logs.SVG(), "stacked": stacked.SVG(), "lines": lines.SVG(), "few": few.SVG()}
}

// box is a rectangle that something takes.
type box struct{ x0, y0, x1, y1 float64 }

// TestDrawings: each is well-formed, has no coordinate that is no number or outside, has colours for light and dark, and no two texts lie
// over each other.
func TestDrawings(t *testing.T) {
	for name, svg := range drawings() {
		if strings.Contains(string(svg), "NaN") || strings.Contains(string(svg), "Inf") {
			t.Errorf("%s: a number is none\n%s", name, svg)
		}
		if !strings.Contains(string(svg), "prefers-color-scheme: dark") {
			t.Errorf("%s: nothing for the dark", name)
		}
		var width, height float64
		var texts []box
		var at *box
		var anchor string
		d := xml.NewDecoder(strings.NewReader(string(svg)))
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v\n%s", name, err, svg)
			}
			switch e := token.(type) {
			case xml.StartElement:
				number := func(attr string) float64 {
					for _, a := range e.Attr {
						if a.Name.Local == attr {
							v, err := strconv.ParseFloat(a.Value, 64)
							if err != nil {
								t.Errorf("%s: %s %s", name, attr, a.Value)
							}
							return v
						}
					}
					return 0
				}
				switch e.Name.Local {
				case "svg":
					width, height = number("width"), number("height")
				case "rect", "circle":
					x, y := number("x")+number("cx"), number("y")+number("cy")
					if x < 0 || y < 0 || x+number("width") > width+0.1 || y+number("height") > height+0.1 {
						t.Errorf("%s: %v is outside of %v by %v", name, e.Attr, width, height)
					}
				case "text":
					at = &box{x0: number("x"), y1: number("y")}
					anchor = ""
					for _, a := range e.Attr {
						if a.Name.Local == "text-anchor" {
							anchor = a.Value
						}
					}
				}
			case xml.CharData:
				if at == nil {
					continue
				}
				w := 5.5 * float64(len([]rune(string(e))))
				switch anchor {
				case "end":
					at.x0 -= w
				case "middle":
					at.x0 -= w / 2
				}
				at.x1, at.y0 = at.x0+w, at.y1-10
				if at.x0 < 0 || at.x1 > width || at.y1 > height {
					t.Errorf("%s: %q is outside", name, e)
				}
				for _, o := range texts {
					if at.x0 < o.x1 && o.x0 < at.x1 && at.y0 < o.y1 && o.y0 < at.y1 {
						t.Errorf("%s: %q lies over another text, at %v", name, e, *at)
					}
				}
				texts, at = append(texts, *at), nil
			}
		}
		if len(texts) < 3 {
			t.Errorf("%s: %d texts", name, len(texts))
		}
	}
}

// TestSame: the same numbers make the same file.
func TestSame(t *testing.T) {
	first := drawings()
	for name, svg := range drawings() {
		if string(svg) != string(first[name]) {
			t.Errorf("%s differs", name)
		}
	}
}
