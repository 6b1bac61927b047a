// The map: columns of numbers, which the lists that views need are made of when they are first asked for.
"use strict";

class LinkMap {
  constructor(doc) {
    this.doc = doc;
    this.strings = doc.strings || [];
    this.base = doc.base ? BigInt(doc.base) : 0n;
    this.files = table(doc.files, "name");
    this.sections = table(doc.sections, "addr", "name", "size");
    this.symbols = table(doc.symbols, "name");
    this.blocks = table(doc.blocks, "addr", "size");
    this.outside = table(doc.outside, "name");
    this.stubs = table(doc.stubs, "addr");
    this.slots = table(doc.slots, "addr");
    this.copies = table(doc.copies, "addr");
    this.refs = table(doc.refs, "from", "to");
    this.kinds = table(doc.kinds, "name");
    this.lazy = new Map();
  }

  /** What f gives, made once. */
  once(name, f) {
    if (!this.lazy.has(name)) this.lazy.set(name, f());
    return this.lazy.get(name);
  }

  str(i) { return i >= 0 && i < this.strings.length ? this.strings[i] : ""; }
  address(offset) { return this.base + BigInt(offset); }
  addressText(offset) { return offset < 0 ? "–" : hex(this.base + BigInt(offset)); }

  fileName(f) { return f < 0 ? "the linker" : f < this.files.n ? this.str(this.files.name[f]) : "file " + f; }
  archive(f) { return f >= 0 ? this.str(this.files.archive?.[f] ?? -1) : ""; }

  /** A file as it is called: lib.a(member.o) in an archive. */
  fileLabel(f) {
    const name = this.fileName(f), archive = this.archive(f);
    return archive === "" || name.endsWith(")") ? name : baseName(archive) + "(" + name + ")";
  }

  /** A file without its folders: what lists say, for which these would be cut. */
  fileShort(f) {
    const label = this.fileLabel(f), at = label.endsWith(")") ? label.lastIndexOf("(") : label.length;
    return at < 0 ? label : baseName(label.slice(0, at)) + label.slice(at);
  }

  /** A member alone: its archive is told beside it. */
  memberName(f) {
    const name = this.fileName(f), archive = this.archive(f);
    if (archive === "" || !name.endsWith(")")) return baseName(name);
    return name.slice(name.lastIndexOf("(") + 1, -1);
  }

  sectionName(s) { return s >= 0 && s < this.sections.n ? this.str(this.sections.name?.[s] ?? -1) : ""; }
  sectionFile(s) { return this.sections.file?.[s] ?? -1; }
  sectionSize(s) { return this.sections.size?.[s] ?? 0; }

  sectionKind(s) { return this.str(this.sections.kind?.[s] ?? -1); }

  /** Bytes of memory: what is not loaded has none. */
  sectionBytes(s) { return this.sections.addr[s] < 0 || this.sectionKind(s) === "none" ? 0 : this.sectionSize(s); }

  /** The colour of a section: what may be done with its memory. */
  sectionPerm(s) {
    if (s < 0 || s >= this.sections.n) return "other";
    const kind = this.sectionKind(s), perm = this.str(this.sections.perm?.[s] ?? -1);
    if (kind.includes("thread")) return "tls";
    if (kind === "zero" || kind === "zerofill") return "zero";
    return permKind(perm, kind);
  }

  /** What the source calls a name. */
  plainOf(name) {
    const plain = this.once("plain", () => {
      const to = new Map();
      for (const t of [this.doc.demangled, this.symbols]) if (t && t.name && t.plain) for (const [k, s] of t.name.entries()) if (t.plain[k] >= 0) to.set(this.str(s), this.str(t.plain[k]));
      return to;
    });
    return plain.get(name) || name;
  }

  outsideName(o) { return this.str(this.outside.name[o]); }
  symbolName(i) { return this.str(this.symbols.name?.[i] ?? -1); }
  symbolPlain(i) { return this.str(this.symbols.plain?.[i] ?? -1); }
  symbolTitle(i) { return this.symbolPlain(i) || this.symbolName(i); }
  symbolSection(i) {
    const s = this.symbols.section?.[i] ?? -1;
    return s < this.sections.n ? s : -1;
  }
  symbolFile(i) {
    const s = this.symbolSection(i);
    return s < 0 ? -1 : this.sectionFile(s);
  }
  symbolSize(i) { return this.symbols.size?.[i] ?? 0; }
  symbolAddr(i) { return this.symbols.addr?.[i] ?? -1; }

  /** Symbols in order of their addresses. */
  get byAddress() {
    return this.once("byAddress", () => {
      const a = this.symbols.addr || [];
      return Uint32Array.from(a.keys()).sort((x, y) => a[x] - a[y] || x - y);
    });
  }

  /** Sections in order of their addresses. */
  get sectionsByAddress() {
    return this.once("sectionsByAddress", () => {
      const a = this.sections.addr || [];
      return Uint32Array.from(a.keys()).sort((x, y) => a[x] - a[y] || x - y);
    });
  }

  get symbolsOfSection() {
    return this.once("symbolsOfSection", () => {
      const at = this.symbols.section;
      return grouped(this.sections.n, at ? [...this.byAddress] : [], (i) => at[i]);
    });
  }

  get sectionsOfFile() {
    return this.once("sectionsOfFile", () => grouped(this.files.n, this.sectionsByAddress, (s) => this.sectionFile(s)));
  }

  get refsFrom() {
    return this.once("refsFrom", () => grouped(this.symbols.n, this.refs.rows(), (r) => this.refs.from[r]));
  }

  get refsTo() {
    return this.once("refsTo", () => grouped(this.symbols.n, this.refs.rows(), (r) => this.refs.to[r]));
  }

  /** What a row refers to: {kind: "symbol", "outside" or "section", of}. Sections come below the names from elsewhere. */
  target(r) {
    const to = this.refs.to[r];
    if (to >= 0) return { kind: "symbol", of: to };
    return -1 - to < this.outside.n ? { kind: "outside", of: -1 - to } : { kind: "section", of: -1 - to - this.outside.n };
  }

  get refsToOutside() {
    return this.once("refsToOutside", () => grouped(this.outside.n, this.refs.rows(), (r) => -1 - this.refs.to[r]));
  }

  get refsToSection() {
    return this.once("refsToSection", () => grouped(this.sections.n, this.refs.rows(), (r) => -1 - this.refs.to[r] - this.outside.n));
  }

  /** Names in lower case, by index of string: what is searched. */
  get lower() { return this.once("lower", () => this.strings.map((s) => String(s).toLowerCase())); }

  /** How many symbols have each name, by index of string. */
  get sameName() {
    return this.once("sameName", () => {
      const n = new Uint32Array(this.strings.length);
      for (const s of this.symbols.name || []) if (s >= 0) n[s]++;
      return n;
    });
  }

  /** The symbol that has an address, or -1. */
  symbolAt(offset) {
    const order = this.byAddress, a = this.symbols.addr;
    let lo = 0, hi = order.length;
    while (lo < hi) {
      const mid = (lo + hi) >> 1;
      if (a[order[mid]] <= offset) lo = mid + 1;
      else hi = mid;
    }
    for (let k = lo - 1; k >= 0 && k >= lo - 64; k--) {
      const i = order[k];
      if (a[i] >= 0 && (a[i] === offset || offset < a[i] + this.symbolSize(i))) return i;
    }
    return -1;
  }

  /** The section that has an address, or -1. */
  sectionAt(offset) {
    const order = this.sectionsByAddress, a = this.sections.addr;
    let lo = 0, hi = order.length;
    while (lo < hi) {
      const mid = (lo + hi) >> 1;
      if (a[order[mid]] <= offset) lo = mid + 1;
      else hi = mid;
    }
    for (let k = lo - 1; k >= 0 && k >= lo - 8; k--) if (offset < a[order[k]] + this.sectionSize(order[k])) return order[k];
    return -1;
  }

  /** Where a symbol's page is: by its name, with its file or address if others have the name, too. */
  symbolHash(i) {
    if (i >= this.symbols.n) return "#view=symbols";
    const s = this.symbols.name[i], name = this.str(s);
    if (s < 0 || this.sameName[s] <= 1) return "#sym=" + enc(name);
    const f = this.symbolFile(i), file = this.fileLabel(f);
    const same = this.symbolsNamed(name).filter((k) => this.symbolFile(k) === f);
    return "#sym=" + enc(name + "@" + (f >= 0 && same.length === 1 ? file : this.addressText(this.symbolAddr(i))));
  }

  fileHash(f) { return f < 0 ? "#view=files" : "#file=" + enc(this.fileLabel(f)); }
  sectionHash(s) { return "#sec=" + enc(this.fileLabel(this.sectionFile(s)) + "/" + this.sectionName(s) + this.sectionTwin(s)); }

  /** Sections of a file that have one name are told apart by their numbers. */
  sectionTwin(s) {
    const f = this.sectionFile(s), name = this.sections.name?.[s];
    const twins = f < 0 ? [] : this.sectionsOfFile.of(f).filter((x) => this.sections.name[x] === name);
    return twins.length > 1 && this.sections.number ? "#" + this.sections.number[s] : "";
  }

  symbolsNamed(name) {
    const out = [];
    for (const [i, s] of (this.symbols.name || []).entries()) if (this.str(s) === name) out.push(i);
    return out;
  }

  /** The symbols that a link's text means, best first. */
  findSymbols(text) {
    let found = this.symbolsNamed(text);
    for (let at = text.lastIndexOf("@"); found.length === 0 && at > 0; at = text.lastIndexOf("@", at - 1)) {
      const where = text.slice(at + 1);
      found = this.symbolsNamed(text.slice(0, at)).filter((i) => this.fileLabel(this.symbolFile(i)) === where || this.addressText(this.symbolAddr(i)) === where);
    }
    if (found.length === 0) for (const [i, s] of (this.symbols.plain || []).entries()) if (s >= 0 && this.str(s) === text) found.push(i);
    return found;
  }

  findOutside(name) { return (this.outside.name || []).findIndex((s) => this.str(s) === name); }

  findFile(label) {
    for (let f = 0; f < this.files.n; f++) if (this.fileLabel(f) === label) return f;
    for (let f = 0; f < this.files.n; f++) if (this.fileName(f) === label || baseName(this.fileName(f)) === label) return f;
    return -1;
  }

  findSection(text) {
    for (let s = 0; s < this.sections.n; s++) {
      const name = "/" + this.sectionName(s);
      if (!text.includes(name)) continue;
      const label = this.fileLabel(this.sectionFile(s));
      if (text === label + name || (text.startsWith(label + name + "#") && text === label + name + this.sectionTwin(s))) return s;
    }
    return -1;
  }

  /** Why a file is part of it: from the file itself to what was asked for. */
  chain(f) {
    const steps = [], seen = new Set();
    while (f >= 0 && f < this.files.n && !seen.has(f)) {
      seen.add(f);
      const by = this.files.neededBy ? this.files.neededBy[f] : -1, name = this.files.neededFor ? this.str(this.files.neededFor[f]) : "";
      steps.push({ file: f, by, name });
      f = by;
    }
    return steps;
  }

  /** Sums of the image's memory by permission. */
  get totals() {
    return this.once("totals", () => {
      const t = { all: 0, rx: 0, ro: 0, rw: 0, zero: 0, tls: 0, other: 0 };
      for (let s = 0; s < this.sections.n; s++) {
        t.all += this.sectionBytes(s);
        t[this.sectionPerm(s)] += this.sectionBytes(s);
      }
      return t;
    });
  }
}

/** Columns with the number of their rows; there are none if a column that all else needs is missing. */
function table(columns, ...needed) {
  const t = {};
  for (const [k, v] of Object.entries(columns || {})) if (Array.isArray(v)) t[k] = v;
  t.there = !!columns;
  t.n = Math.min(...needed.map((k) => (t[k] ? t[k].length : 0)));
  t.rows = () => Array.from({ length: t.n }, (_, i) => i);
  return t;
}

/** Elements by group, each group in the order of the elements. */
function grouped(n, elements, groupOf) {
  const start = new Uint32Array(n + 1);
  for (const e of elements) {
    const g = groupOf(e);
    if (g >= 0 && g < n) start[g + 1]++;
  }
  for (let g = 0; g < n; g++) start[g + 1] += start[g];
  const at = start.slice(), all = new Uint32Array(start[n]);
  for (const e of elements) {
    const g = groupOf(e);
    if (g >= 0 && g < n) all[at[g]++] = e;
  }
  return { of: (g) => Array.from(all.subarray(start[g], start[g + 1])), count: (g) => start[g + 1] - start[g] };
}

function permKind(perm, kind) {
  if (perm.includes("x") || kind === "code") return "rx";
  if (perm.includes("w") || kind === "data") return "rw";
  if (perm.startsWith("r") || kind === "readonly" || kind === "rodata") return "ro";
  return "other";
}

const baseName = (path) => path.slice(path.lastIndexOf("/") + 1) || path;
