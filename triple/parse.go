package triple

import "strings"

// Places of the components, in canonical order. The format has none: it is taken out first.
const (
	archAt = iota
	vendorAt
	osAt
	envAt
	places
)

// maxWords bounds the components that are looked at; a triple has five, some of which may be empty.
const maxWords = 6

// word is a component and where it begins. The empty word fills a place.
type word struct {
	text string
	at   int
}

// parser is the state of one Parse.
type parser struct {
	in     string
	words  [maxWords]word
	n      int
	fixed  [places]bool // words[i] is known to belong there, and is in t
	osLen  int          // how much of the system's word is its name
	envLen int
	format word   // the explicit format as written
	twice  *Error // there is a second one
	t      Triple
}

// Parse reads a triple in any of the orders that the package comment names. What is missing is unknown,
// what is out of place is moved where it is known to belong, as in LLVM's Triple::normalize. So are rewritten
// mingw32, cygwin and msys (windows-gnu, windows-cygnus), win32 (windows), androideabi (android), gnueabi
// of SUSE (gnueabihf); windows without environment and format becomes windows-msvc, n32 spellings of MIPS
// bring their ABI along, dxil the version that its shader model has.
//
// Errors are of type [*Error]. They match [ErrSyntax], [ErrTwoFormats], [ErrUnsupportedFormat] or
// [ErrIncompatible] and say which component is wrong, at which byte. Unless it is ErrSyntax the Triple
// returned has all components as they stand, of two formats the first, for a report. Parse allocates nothing
// but errors; the Triple shares the memory of s.
func Parse(s string) (Triple, error) {
	p := parser{in: s}
	if err := p.split(); err != nil {
		return Triple{}, err
	}
	p.arrange()
	if err := p.tooMany(); err != nil {
		return Triple{}, err
	}
	err := p.interpret()
	return p.t, err
}

// New makes a triple of its components, as LLVM's constructors do: architecture, vendor, operating system, then
// environment and format in either order, each as in a triple and "" where it says nothing. Unlike [Parse] it
// moves no word to another place: "linux" as a vendor is a vendor that the table does not know. All
// else is as in Parse, and errors are its; Triple in them has the components joined by dashes.
func New(arch, vendor, os string, more ...string) (Triple, error) {
	components := append([]string{arch, vendor, os}, more...)
	p := parser{in: strings.Join(components, "-"), n: places}
	at := 0
	for i, c := range components {
		w := word{c, at}
		at += len(c) + 1
		f := ParseFormat(c)
		switch {
		case !isComponent(c):
			return Triple{}, p.fail("component", w, errDash)
		case i < envAt && i > archAt && f != UnknownFormat:
			return Triple{}, p.fail("component", w, errPlace)
		case i >= envAt && f != UnknownFormat:
			p.setFormat(f, w)
		case i < envAt:
			p.words[i] = w
		case c != "" && p.words[envAt].text != "" || i > envAt+1:
			return Triple{}, p.fail("component", w, errTooMany)
		case c != "":
			p.words[envAt] = w
		}
	}
	for i := range places {
		p.take(p.words[i].text, i)
	}
	err := p.interpret()
	return p.t, err
}

// isComponent reports whether a component may have the bytes of c.
func isComponent(c string) bool {
	for i := range len(c) {
		if c[i] <= ' ' || c[i] >= 0x7f || c[i] == '-' {
			return false
		}
	}
	return true
}

// split cuts p.in at its dashes and takes out the component that is a format.
func (p *parser) split() *Error {
	for start, i := 0, 0; i <= len(p.in); i++ {
		if i < len(p.in) && p.in[i] != '-' {
			if c := p.in[i]; c <= ' ' || c >= 0x7f {
				return p.fail("byte", word{p.in[i : i+1], i}, errByte)
			}
			continue
		}
		w := word{p.in[start:i], start}
		start = i + 1
		if f := ParseFormat(w.text); f != UnknownFormat && (w.at > 0 || f != SPIRV) { // spirv begins a triple as its machine
			p.setFormat(f, w)
			continue
		}
		if p.n == maxWords {
			return p.fail("component", w, errTooMany)
		}
		p.words[p.n] = w
		p.n++
	}
	if p.in == "" {
		return p.fail("component", word{}, errEmpty)
	}
	return nil
}

// setFormat notes the explicit format; a second one is an error, be it the same.
func (p *parser) setFormat(f Format, w word) {
	if p.t.ExplicitFormat == UnknownFormat {
		p.t.ExplicitFormat, p.format = f, w
		return
	}
	first, second := p.format, w
	if second.at < first.at {
		first, second = second, first
		p.t.ExplicitFormat, p.format = f, w
	}
	if p.twice == nil {
		p.twice = p.fail("format", second, ErrTwoFormats)
		p.twice.With, p.twice.WithOffset = "format "+quote(first.text), first.at
	}
}

// take reports whether w is in the table of a place, and then puts it into p.t.
func (p *parser) take(w string, place int) bool {
	t := &p.t
	if w == "" || w == "unknown" {
		return false
	}
	switch place {
	case archAt:
		t.Arch, t.SubArch = parseArch(w)
		return t.Arch != UnknownArch
	case vendorAt:
		t.Vendor = parseVendor(w)
		return t.Vendor != UnknownVendor
	case osAt:
		t.OS, p.osLen = parseOS(w)
		return t.OS != UnknownOS
	default:
		t.Environment, p.envLen = parseEnv(w)
		return t.Environment != UnknownEnvironment
	}
}

// arrange moves each word to the place where it is known to belong. A word that is known at its own place
// stays, so that one known at two is not moved about; then each open place takes the first word known for
// it, and the others keep their order.
func (p *parser) arrange() {
	for i := range min(p.n, places) {
		p.fixed[i] = p.take(p.words[i].text, i)
	}
	for place := range places {
		if p.fixed[place] {
			continue
		}
		for i := 0; i < min(p.n, maxWords); i++ {
			if i < places && p.fixed[i] || !p.take(p.words[i].text, place) {
				continue
			}
			p.move(i, place)
			p.fixed[place] = true
			break
		}
	}
	// "none" is a vendor and a system. Before an environment or at the end it is the system, unless there
	// is one: arm-none-eabi has no vendor.
	if p.words[vendorAt].text == "none" && !p.fixed[osAt] && p.words[osAt].text == "" {
		p.words[vendorAt], p.words[osAt] = word{}, p.words[vendorAt]
		p.n = max(p.n, osAt+1)
	}
}

// move takes the word at i to place. To the left it pushes the words between to the right, up to the hole
// that it left; to the right it opens holes before itself. Fixed words stay.
func (p *parser) move(i, place int) {
	w := p.words[i]
	if i > place {
		p.words[i] = word{}
		p.push(place, w)
		return
	}
	for i < place {
		p.words[i] = word{}
		i = p.next(i + 1)
		p.push(i, w)
	}
}

// push puts w at i and what was there at the next place, until a hole takes the last one. What falls off
// the end is counted in n, so that it is refused.
func (p *parser) push(i int, w word) {
	for w.text != "" {
		i = p.next(i)
		if i >= maxWords {
			p.n = maxWords + 1
			return
		}
		p.words[i], w = w, p.words[i]
		p.n = max(p.n, i+1)
		i++
	}
}

// next returns the first place from i on that no fixed word has.
func (p *parser) next(i int) int {
	for i < places && p.fixed[i] {
		i++
	}
	return i
}

// tooMany refuses words for which there is no place.
func (p *parser) tooMany() *Error {
	for i := places; i < p.n; i++ {
		if i >= maxWords || p.words[i].text != "" {
			return p.fail("component", p.words[min(i, maxWords-1)], errTooMany)
		}
	}
	return nil
}

// interpret keeps of each word what its table does not say and checks how the components go together.
func (p *parser) interpret() error {
	t := &p.t
	if w := p.words[archAt].text; w != "" && w != t.Arch.String() {
		t.archName = w
	}
	if w := p.words[vendorAt].text; w != "" && w != t.Vendor.String() {
		t.vendorName = w
	}
	implied := p.os(p.words[osAt].text)
	p.env(p.words[envAt])
	err := p.special(implied)
	if p.twice != nil {
		return p.twice
	}
	if err != nil {
		return err
	}
	if err := t.conflict(); err != nil {
		return p.locate(err)
	}
	return nil
}

// os keeps the system's word and version and returns the environment that the word implies.
func (p *parser) os(w string) Environment {
	t := &p.t
	switch {
	case w == "none":
		t.OS = NoOS
	case t.OS == UnknownOS:
		if w != "" && w != "unknown" {
			t.osName = w
		}
	case t.OS == Windows && strings.HasPrefix(w, "mingw"):
		return GNU
	case t.OS == Windows && !strings.HasPrefix(w, "win"): // cygwin, msys
		return Cygnus
	default:
		t.osName, t.osVersion = cutVersion(w, p.osLen)
		if t.osName == t.OS.String() || t.osName == "win32" {
			t.osName = ""
		}
		if t.osVersion != "" {
			t.osOf = t.OS
		}
	}
	return UnknownEnvironment
}

// env keeps the environment's word and version and takes off a format that is glued to it.
func (p *parser) env(w word) {
	t := &p.t
	text, n := w.text, p.envLen
	if t.Environment == UnknownEnvironment {
		if text != "unknown" {
			t.envName = text
		}
		return
	}
	for n < len(text) {
		rest, f := glued(text[n:])
		if f == UnknownFormat {
			break
		}
		text = text[:n+len(rest)]
		p.setFormat(f, word{f.Word(), w.at + len(text)})
	}
	t.envName, t.envVersion = cutVersion(text, n)
	if t.envName == t.Environment.String() || t.envName == "androideabi" {
		t.envName = ""
	}
	if t.envVersion != "" {
		t.envOf = t.Environment
	}
}

// cutVersion cuts w after its known n bytes, if a version follows there.
func cutVersion(w string, n int) (name, version string) {
	if n < len(w) && isDigit(w[n]) {
		return w[:n], w[n:]
	}
	return w, ""
}

// special is what one component means for another.
func (p *parser) special(implied Environment) error {
	var err error
	t := &p.t
	if implied != UnknownEnvironment {
		if t.Environment != implied && p.words[envAt].text != "" && p.words[envAt].text != "unknown" {
			e := p.fail("environment", p.words[envAt], ErrIncompatible)
			e.With, e.WithOffset = "operating system "+quote(p.words[osAt].text), p.words[osAt].at
			err = e
		} else {
			t.setEnvironment(implied)
		}
	}
	t.windowsDefault()
	if t.Vendor == SUSE && t.Environment == GNUEABI {
		version := t.envVersion
		t.setEnvironment(GNUEABIHF)
		if version != "" {
			t.envVersion, t.envOf = version, GNUEABIHF
		}
	}
	if (t.SubArch == SubN32 || t.SubArch == SubN32R6) && t.envName == "" &&
		(t.Environment == UnknownEnvironment || t.Environment == GNU) {
		t.setEnvironment(GNUABIN32)
	}
	if t.Arch == DXIL && t.SubArch == "" && t.OS == ShaderModel {
		t.dxilVersion()
	}
	return err
}

// setEnvironment replaces the environment and its word.
func (t *Triple) setEnvironment(e Environment) {
	t.Environment, t.envName = e, ""
	t.envVersion, t.envOf = "", UnknownEnvironment
}

// windowsDefault gives Windows its own environment where nothing is said, as LLVM does.
func (t *Triple) windowsDefault() {
	if t.OS == Windows && t.Environment == UnknownEnvironment && t.envName == "" && t.ExplicitFormat == UnknownFormat {
		t.setEnvironment(MSVC)
	}
}

// dxilVersion sets the version of DXIL that goes with the shader model: 1.N with 6.N, 1.9 with 6.x, else
// 1.0.
func (t *Triple) dxilVersion() {
	minor := byte('0')
	if v := t.osVersion; len(v) == 3 && v[:2] == "6." && (isDigit(v[2]) || v[2] == 'x') {
		minor = min(v[2], '9')
	}
	for i := range archWords {
		if w := &archWords[i]; w.arch == DXIL && w.sub != "" && w.sub[len(w.sub)-1] == minor {
			t.archName, t.SubArch = w.word, w.sub
			return
		}
	}
}

func (p *parser) fail(component string, w word, err error) *Error {
	return &Error{Triple: p.in, Component: component, Word: w.text, Offset: w.at, WithOffset: -1, Err: err}
}
