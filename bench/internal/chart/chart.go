// Package chart draws bars and lines as SVG, for light and dark pages.
//
// Law: what is drawn depends on the numbers alone, so that the same ones give the same file. It knows no benchmark.
package chart

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"
)

const (
	width   = 760
	margin  = 16
	barHigh = 15
	barGap  = 3
	charW   = 6.6 // of a character of 12 px, about; a little too much
	boldW   = 7.4
)

// Bars are groups of horizontal bars: a group for each of Groups, in it a bar for each series. A value that is no number is left out, with its bar.
type Bars struct {
	Title, Note string
	Groups      []string
	Series      []string
	Values      [][]float64 // by group, by series
	Format      func(v float64) string
	Colors      []int // of groups, where there is one series; nil: the first
	Log         bool  // by powers of ten: a bar's length says how many
}

// Stacked are horizontal bars, a row for each of Groups, made of a part for each series, with its sum behind it, and
// a mark at 1.
type Stacked struct {
	Title, Note, Mark string
	Groups            []string
	Series            []string
	Values            [][]float64
	Format            func(v float64) string
}

// Lines are lines over numbers, both axes by powers of ten.
type Lines struct {
	Title, Note, X, Y string
	Series            []string
	Points            [][][2]float64 // by series
}

// page is a drawing that grows downwards.
type page struct {
	b strings.Builder
	y float64
}

// colors are those of series, in order: ours first.
var colors = []struct{ light, dark string }{
	{"#1f6feb", "#58a6ff"}, {"#d97706", "#f0a732"}, {"#7c8896", "#8b949e"}, {"#2da44e", "#3fb950"}, {"#bf3989", "#f778ba"},
	{"#8250df", "#bc8cff"}, {"#0e8a9d", "#39c5cf"}, {"#a40e26", "#ff7b72"}, {"#57606a", "#b1bac4"}, {"#8a6d00", "#e3b341"},
}

func begin(title, note string) *page {
	p := &page{}
	p.y = margin + 16
	p.text("title", margin, p.y, "start", title)
	if note != "" {
		p.y += 19
		p.text("note", margin, p.y, "start", note)
	}
	p.y += 16
	return p
}

// svg is the whole drawing.
func (p *page) svg(title string) []byte {
	var s strings.Builder
	fmt.Fprintf(&s, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %s" width="%d" height="%s" role="img" aria-label="%s" font-family="system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif" font-size="12">`+"\n",
		width, num(p.y+margin), width, num(p.y+margin), html.EscapeString(title))
	style := func(dark bool) {
		ink, soft, grid, back := "#1f2328", "#59636e", "#d1d9e0", "#ffffff"
		if dark {
			ink, soft, grid, back = "#f0f6fc", "#9198a1", "#3d444d", "#0d1117"
		}
		fmt.Fprintf(&s, ".back{fill:%s}text{fill:%s}.title{font-size:15px;font-weight:600}.note,.tick{fill:%s}.group{font-weight:600}.grid{stroke:%s}.mark{stroke:%s}\n", back, ink, soft, grid, ink)
		for i, c := range colors {
			color := c.light
			if dark {
				color = c.dark
			}
			fmt.Fprintf(&s, ".f%d{fill:%s}.s%d{stroke:%s}", i, color, i, color)
		}
		s.WriteByte('\n')
	}
	s.WriteString("<style>\n")
	style(false)
	s.WriteString("@media (prefers-color-scheme: dark){\n")
	style(true)
	s.WriteString("}\n</style>\n")
	fmt.Fprintf(&s, `<rect class="back" width="%d" height="%s" rx="8"/>`+"\n", width, num(p.y+margin))
	s.WriteString(p.b.String())
	s.WriteString("</svg>\n")
	return []byte(s.String())
}

// num is a coordinate.
func num(v float64) string { return strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64) }

func (p *page) text(class string, x, y float64, anchor, s string) {
	fmt.Fprintf(&p.b, `<text class="%s" x="%s" y="%s" text-anchor="%s">%s</text>`+"\n", class, num(x), num(y), anchor, html.EscapeString(s))
}

func (p *page) rect(class string, x, y, w, h float64) {
	fmt.Fprintf(&p.b, `<rect class="%s" x="%s" y="%s" width="%s" height="%s" rx="2"/>`+"\n", class, num(x), num(y), num(w), num(h))
}

func (p *page) line(class, more string, x1, y1, x2, y2 float64) {
	fmt.Fprintf(&p.b, `<line class="%s" x1="%s" y1="%s" x2="%s" y2="%s"%s/>`+"\n", class, num(x1), num(y1), num(x2), num(y2), more)
}

// legend has a square and a name for each series, in as many rows as it takes.
func (p *page) legend(series []string) {
	x := float64(margin)
	for i, name := range series {
		w := 16 + charW*float64(len([]rune(name))) + 16
		if x+w > width-margin && x > margin {
			x = margin
			p.y += 19
		}
		p.rect(fmt.Sprint("f", i), x, p.y-1, 11, 11)
		p.text("", x+16, p.y+9, "start", name)
		x += w
	}
	p.y += 26
}

// widest is how much the longest of some texts takes.
func widest(texts []string) (w float64) {
	for _, s := range texts {
		w = max(w, charW*float64(len([]rune(s))))
	}
	return w
}

// SVG draws.
func (c *Bars) SVG() []byte {
	p := begin(c.Title, c.Note)
	if len(c.Series) > 1 {
		p.legend(c.Series)
	}
	most, least := 0.0, math.Inf(1)
	var labels []string
	for _, g := range c.Values {
		for _, v := range g {
			if !math.IsNaN(v) {
				most, least = max(most, v), min(least, v)
				labels = append(labels, c.Format(v))
			}
		}
	}
	left := margin + boldW/charW*widest(c.Groups) + 14
	long := width - margin - left - widest(labels) - 10
	length := func(v float64) float64 {
		if c.Log {
			low := math.Log10(least) - 0.35
			return max(2, long*(math.Log10(v)-low)/(math.Log10(most)-low))
		}
		return max(2, long*v/most)
	}
	for i, g := range c.Values {
		n := 0
		for _, v := range g {
			if !math.IsNaN(v) {
				n++
			}
		}
		if n == 0 {
			continue
		}
		high := float64(n)*(barHigh+barGap) - barGap
		p.text("group", left-14, p.y+high/2+4, "end", c.Groups[i])
		for k, v := range g {
			if math.IsNaN(v) {
				continue
			}
			color := k
			if len(c.Series) <= 1 && c.Colors != nil {
				color = c.Colors[i]
			}
			p.rect(fmt.Sprint("f", color), left, p.y, length(v), barHigh)
			p.text("", left+length(v)+6, p.y+barHigh-3, "start", c.Format(v))
			p.y += barHigh + barGap
		}
		p.y += 10
	}
	p.y -= 10
	return p.svg(c.Title)
}

// SVG draws.
func (c *Stacked) SVG() []byte {
	p := begin(c.Title, c.Note)
	p.legend(c.Series)
	most := 1.0
	var labels []string
	sums := make([]float64, len(c.Values))
	for i, g := range c.Values {
		for _, v := range g {
			sums[i] += v
		}
		most = max(most, sums[i])
		labels = append(labels, c.Format(sums[i]))
	}
	left := margin + boldW/charW*widest(c.Groups) + 14
	scale := (width - margin - left - widest(labels) - 10) / most
	p.y += 14 // for the mark's name
	top := p.y - 6
	const high = 22
	for i, g := range c.Values {
		p.text("group", left-14, p.y+high/2+4, "end", c.Groups[i])
		x := left
		for k, v := range g {
			if v > 0 {
				fmt.Fprintf(&p.b, `<rect class="f%d" x="%s" y="%s" width="%s" height="%d"/>`+"\n", k, num(x), num(p.y), num(v*scale), high)
			}
			x += v * scale
		}
		p.text("", x+6, p.y+high/2+4, "start", c.Format(sums[i]))
		p.y += high + 8
	}
	p.y -= 8
	p.line("mark", ` stroke-dasharray="4 3"`, left+scale, top, left+scale, p.y+4)
	p.text("note", left+scale, top-5, "middle", c.Mark)
	p.y += 4
	return p.svg(c.Title)
}

// SVG draws.
func (c *Lines) SVG() []byte {
	p := begin(c.Title, c.Note)
	p.legend(c.Series)
	x0, x1, y0, y1 := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, line := range c.Points {
		for _, at := range line {
			x0, x1 = min(x0, math.Log10(at[0])), max(x1, math.Log10(at[0]))
			y0, y1 = min(y0, math.Log10(at[1])), max(y1, math.Log10(at[1]))
		}
	}
	x0, x1, y0, y1 = math.Floor(x0), math.Ceil(x1), math.Floor(y0), math.Ceil(y1)
	const left, high = margin + 64, 260
	top, long := p.y+14, float64(width-2*margin-64-24)
	px := func(v float64) float64 { return left + long*(math.Log10(v)-x0)/max(x1-x0, 1) }
	py := func(v float64) float64 { return top + high - high*(math.Log10(v)-y0)/max(y1-y0, 1) }
	for e := x0; e <= x1; e++ {
		v := math.Pow(10, e)
		p.line("grid", "", px(v), top, px(v), top+high)
		p.text("tick", px(v), top+high+17, "middle", power(v))
	}
	for e := y0; e <= y1; e++ {
		v := math.Pow(10, e)
		p.line("grid", "", left, py(v), left+long, py(v))
		p.text("tick", left-8, py(v)+4, "end", power(v))
	}
	for i, line := range c.Points {
		var path []string
		for _, at := range line {
			path = append(path, num(px(at[0]))+","+num(py(at[1])))
			fmt.Fprintf(&p.b, `<circle class="f%d" cx="%s" cy="%s" r="3.5"/>`+"\n", i, num(px(at[0])), num(py(at[1])))
		}
		fmt.Fprintf(&p.b, `<polyline class="s%d" points="%s" fill="none" stroke-width="2"/>`+"\n", i, strings.Join(path, " "))
	}
	p.y = top + high + 36
	p.text("note", left+long/2, p.y, "middle", c.X)
	p.text("note", margin, top-8, "start", c.Y)
	return p.svg(c.Title)
}

// power is a power of ten as people write it.
func power(v float64) string {
	s := strconv.FormatFloat(v, 'f', -1, 64)
	if v < 1000 {
		return s
	}
	var parts []string
	for len(s) > 3 {
		parts = append(parts, s[len(s)-3:])
		s = s[:len(s)-3]
	}
	parts = append(parts, s)
	slices.Reverse(parts)
	return strings.Join(parts, ",")
}
