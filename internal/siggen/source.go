package siggen

import (
	"fmt"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
)

// prelude has what the functions need. Compilers call memcpy and its kin by themselves.
const prelude = `typedef unsigned char u8;
typedef unsigned long long u64;
typedef __builtin_va_list va_list;
#ifdef __clang__
#define _Float128 __float128
#endif
enum color { red, green = 0x7fffffff, blue = 0xffffffff };
struct leaf { unsigned short off, size, fill; };
u64 last, after[32]; // the hash of all arguments, and after each of them
#define NOINLINE static __attribute__((noinline, unused))
void *memcpy(void *to, const void *from, __SIZE_TYPE__ n) {
	volatile u8 *t = to; const u8 *f = from;
	while (n--) *t++ = *f++;
	return to;
}
void *memset(void *to, int c, __SIZE_TYPE__ n) {
	volatile u8 *t = to;
	while (n--) *t++ = c;
	return to;
}
#ifdef __arm__
void __aeabi_memcpy(void *t, const void *f, __SIZE_TYPE__ n) { memcpy(t, f, n); }
void __aeabi_memcpy4(void *t, const void *f, __SIZE_TYPE__ n) { memcpy(t, f, n); }
void __aeabi_memcpy8(void *t, const void *f, __SIZE_TYPE__ n) { memcpy(t, f, n); }
void __aeabi_memclr(void *t, __SIZE_TYPE__ n) { memset(t, 0, n); }
void __aeabi_memclr4(void *t, __SIZE_TYPE__ n) { memset(t, 0, n); }
void __aeabi_memclr8(void *t, __SIZE_TYPE__ n) { memset(t, 0, n); }
#endif
#if defined(__x86_64__) && defined(__clang__)
__asm__(".globl __truncsfbf2\n__truncsfbf2:\n\tmovd %xmm0, %eax\n\tshrl $16, %eax\n\tmovd %eax, %xmm0\n\tret");
#endif
NOINLINE u64 mix(u64 h, const void *p, int n) {
	const u8 *b = p;
	for (int i = 0; i < n; i++) h = (h ^ b[i]) * 0x100000001b3ull;
	return h;
}
NOINLINE u64 hash(u64 h, const void *p, const struct leaf *l, int n) {
	for (; n > 0; n--, l++) h = mix(h, (const u8 *)p + l->off, l->size);
	return h;
}
NOINLINE u64 next(u64 *s) {
	u64 x = *s;
	x ^= x << 13; x ^= x >> 7; x ^= x << 17;
	return *s = x;
}
NOINLINE void fill(void *p, const struct leaf *l, int n, u64 *s) {
	for (; n > 0; n--, l++) {
		u8 *b = (u8 *)p + l->off;
		for (int i = 0; i < l->size; i++) b[i] = next(s) >> 11;
		switch (l->fill) {
		case 1: b[0] &= 1; break;
		case 2: b[1] = (b[1] & 0x83) | 0x3c; break;
		case 3: b[0] |= 0x80; b[1] = 0x3f; break;
		case 4: b[2] |= 0x80; b[3] = 0x3f; break;
		case 5: b[6] |= 0xf0; b[7] = 0x3f; break;
		case 6: b[7] |= 0x80; b[8] = 0xff; b[9] = 0x3f; break;
		case 7: b[14] = 0xff; b[15] = 0x3f; break;
		}
	}
}
`

// writer writes C.
type writer struct {
	strings.Builder
	names map[*ctype.Type]string // of types that have one in C
	ids   map[string]string      // leaf tables by content
}

// Source is the C code for functions; attribute stands before each of them, and in the type of what C0 and so on call.
func Source(funcs []*ctype.Func, attribute string) string {
	w := &writer{names: map[*ctype.Type]string{}, ids: map[string]string{}}
	w.WriteString(prelude)
	for i, fn := range funcs {
		for _, p := range fn.Params {
			w.declare(p.Type)
		}
		if fn.HasResult() {
			w.declare(fn.Result)
		}
		w.callee(i, fn, attribute)
		w.caller(i, fn, attribute)
	}
	return w.String()
}

// declare writes the definitions that a type needs.
func (w *writer) declare(t *ctype.Type) {
	switch t.Kind {
	case ctype.Array:
		w.declare(t.Elem)
	case ctype.Vector:
		w.name(t)
	case ctype.Struct, ctype.Union:
		if w.names[t] != "" {
			return
		}
		for _, f := range t.Fields {
			w.declare(f.Type)
		}
		w.names[t] = t.Kind.String() + " " + t.Name
		fmt.Fprintf(w, "%s {", w.names[t])
		for _, f := range t.Fields {
			fmt.Fprintf(w, " %s", w.variable(f.Type, f.Name))
			if f.BitSize != 0 {
				fmt.Fprintf(w, " : %d", f.BitSize)
			}
			w.WriteByte(';')
		}
		w.WriteString(" }")
		if t.Packed {
			w.WriteString(" __attribute__((packed))")
		}
		fmt.Fprintf(w, ";\n_Static_assert(sizeof(%s) == %d && _Alignof(%s) == %d, \"size\");\n", w.names[t], t.Size, w.names[t], t.Align)
		for _, f := range t.Fields {
			if f.BitSize == 0 {
				fmt.Fprintf(w, "_Static_assert(__builtin_offsetof(%s, %s) == %d, \"offset\");\n", w.names[t], f.Name, f.Offset)
			}
		}
	}
}

// name is C's name of a type that is no array.
func (w *writer) name(t *ctype.Type) string {
	switch t.Kind {
	case ctype.Void:
		return "void"
	case ctype.Pointer:
		return "void *"
	case ctype.Complex:
		return w.name(t.Elem) + " _Complex"
	case ctype.Vector:
		n := fmt.Sprintf("v%d_%s", t.Size, strings.ReplaceAll(t.Elem.Name, " ", "_"))
		if w.ids[n] == "" {
			w.ids[n] = n
			fmt.Fprintf(w, "typedef %s %s __attribute__((vector_size(%d)));\n", t.Elem.Name, n, t.Size)
		}
		return n
	case ctype.Enum:
		return "enum " + t.Name
	case ctype.Struct, ctype.Union:
		return w.names[t]
	}
	return t.Name
}

// variable declares one.
func (w *writer) variable(t *ctype.Type, name string) string {
	if t.Kind == ctype.Array {
		return w.variable(t.Elem, fmt.Sprintf("%s[%d]", name, t.Len))
	}
	return w.name(t) + " " + name
}

// table gives a leaf table of a type, and how many leaves it has.
func (w *writer) table(t *ctype.Type) (name string, n int, bs []bits) {
	ls, bs := leaves(t, 0, "", nil, nil)
	var b strings.Builder
	for _, l := range ls {
		fmt.Fprintf(&b, "{%d,%d,%d},", l.off, l.size, l.fill)
	}
	key := b.String()
	if w.ids[key] == "" {
		w.ids[key] = "L" + itoa(len(w.ids))
		fmt.Fprintf(w, "static const struct leaf %s[] = {%s};\n", w.ids[key], key+"{0,0,0}")
	}
	return w.ids[key], len(ls), bs
}

// result is the name of the type of a result.
func (w *writer) result(fn *ctype.Func) string {
	if !fn.HasResult() {
		return "void"
	}
	return w.name(fn.Result)
}

// hashOf is C that mixes a variable into h; the table must be written already.
func (w *writer) hashOf(b *strings.Builder, t *ctype.Type, name, h string) {
	table, n, bs := w.table(t)
	fmt.Fprintf(b, "\t%s = hash(%s, &%s, %s, %d);\n", h, h, name, table, n)
	for _, f := range bs {
		typ := "u64"
		if f.signed {
			typ = "long long"
		}
		fmt.Fprintf(b, "\t{ u64 b = (u64)(%s)%s%s; %s = mix(%s, &b, 8); }\n", typ, name, f.path, h, h)
	}
}

// fillOf is C that makes a value of a variable from s.
func (w *writer) fillOf(b *strings.Builder, t *ctype.Type, name string) {
	table, n, bs := w.table(t)
	fmt.Fprintf(b, "\tfill(&%s, %s, %d, &s);\n", name, table, n)
	for _, f := range bs {
		fmt.Fprintf(b, "\t%s%s = next(&s);\n", name, f.path)
	}
}

// callee writes S and a number.
func (w *writer) callee(i int, fn *ctype.Func, attribute string) {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s S%d(", w.result(fn), attribute, i)
	for j, p := range fn.Params[:fn.Fixed] {
		if j > 0 {
			b.WriteString(", ")
		}
		b.WriteString(w.variable(p.Type, "a"+itoa(j)))
	}
	switch {
	case fn.Variadic:
		b.WriteString(", ...")
	case fn.Fixed == 0:
		b.WriteString("void")
	}
	b.WriteString(") {\n\tu64 h = 0xcbf29ce484222325ull;\n")
	if fn.Variadic {
		fmt.Fprintf(&b, "\tva_list ap; __builtin_va_start(ap, a%d);\n", fn.Fixed-1)
	}
	for j, p := range fn.Params {
		if j >= fn.Fixed {
			fmt.Fprintf(&b, "\t%s = __builtin_va_arg(ap, %s);\n", w.variable(p.Type, "a"+itoa(j)), w.name(p.Type))
		}
		w.hashOf(&b, p.Type, "a"+itoa(j), "h")
		fmt.Fprintf(&b, "\tafter[%d] = h;\n", j)
	}
	b.WriteString("\tlast = h;\n")
	if fn.HasResult() {
		fmt.Fprintf(&b, "\tu64 s = h | 1; %s;\n", w.variable(fn.Result, "r"))
		fmt.Fprintf(&b, "\tmemset(&r, 0, sizeof r);\n")
		w.fillOf(&b, fn.Result, "r")
		b.WriteString("\treturn r;\n")
	}
	b.WriteString("}\n")
	w.WriteString(b.String())
}

// caller writes C and a number.
func (w *writer) caller(i int, fn *ctype.Func, attribute string) {
	var b strings.Builder
	fmt.Fprintf(&b, "u64 C%d(%s (%s *f)(", i, w.result(fn), attribute)
	for j, p := range fn.Params[:fn.Fixed] {
		if j > 0 {
			b.WriteString(", ")
		}
		b.WriteString(w.name(p.Type))
	}
	switch {
	case fn.Variadic:
		b.WriteString(", ...")
	case fn.Fixed == 0:
		b.WriteString("void")
	}
	b.WriteString("), u64 *seed) {\n\tu64 s = *seed | 1, h = 0xcbf29ce484222325ull;\n\t(void)s;\n")
	for j, p := range fn.Params {
		fmt.Fprintf(&b, "\t%s; memset(&a%d, 0, sizeof a%d);\n", w.variable(p.Type, "a"+itoa(j)), j, j)
		w.fillOf(&b, p.Type, "a"+itoa(j))
	}
	call := "f("
	for j := range fn.Params {
		if j > 0 {
			call += ", "
		}
		call += "a" + itoa(j)
	}
	call += ")"
	if fn.HasResult() {
		fmt.Fprintf(&b, "\t%s = %s;\n", w.variable(fn.Result, "r"), call)
		w.hashOf(&b, fn.Result, "r", "h")
	} else {
		fmt.Fprintf(&b, "\t%s;\n", call)
	}
	b.WriteString("\treturn h;\n}\n")
	w.WriteString(b.String())
}
