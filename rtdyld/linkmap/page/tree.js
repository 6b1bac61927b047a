// What the treemap shows: files by archive, their sections, the symbols of these; and how rectangles are laid out.
"use strict";

/**
 * A node: key is its place in links, hash the page about it. Children are made when asked for, largest first.
 */
class Part {
  constructor(map, kind, id, name, bytes, perm) {
    Object.assign(this, { map, kind, id, name, bytes, perm, kids: null });
  }

  get key() { return this.kind[0] + this.id; }

  get hash() {
    if (this.kind === "file") return this.map.fileHash(this.id);
    if (this.kind === "section") return this.map.sectionHash(this.id);
    return this.kind === "symbol" ? this.map.symbolHash(this.id) : "";
  }

  get children() {
    if (!this.kids) {
      const of = { all: archivesOf, archive: membersOf, file: sectionsIn, made: madeSections, section: symbolsIn }[this.kind];
      this.kids = of ? of(this.map, this).filter((p) => p.bytes > 0).sort((a, b) => b.bytes - a.bytes) : [];
    }
    return this.kids;
  }
}

const whole = (map) => new Part(map, "all", "", "all memory", map.totals.all, "other");

function fileParts(map) {
  return map.once("fileParts", () => {
    const bytes = new Float64Array(map.files.n);
    for (let s = 0; s < map.sections.n; s++) if (map.sectionFile(s) >= 0) bytes[map.sectionFile(s)] += map.sectionBytes(s);
    return Array.from(bytes, (b, f) => new Part(map, "file", f, map.fileLabel(f), b, "other"));
  });
}

function archivesOf(map) {
  const archives = new Map(), out = [];
  for (const p of fileParts(map)) {
    const a = map.files.archive ? map.files.archive[p.id] : -1;
    if (a < 0) { out.push(p); continue; }
    if (!archives.has(a)) archives.set(a, new Part(map, "archive", a, baseName(map.str(a)), 0, "other"));
    archives.get(a).bytes += p.bytes;
  }
  const made = map.sections.n ? madeSections(map).reduce((n, p) => n + p.bytes, 0) : 0;
  if (made > 0) out.push(new Part(map, "made", "", "made by the linker", made, "other"));
  out.push(...archives.values());
  return out;
}

const membersOf = (map, part) => fileParts(map).filter((p) => map.files.archive[p.id] === part.id).map((p) => new Part(map, "file", p.id, map.memberName(p.id), p.bytes, "other"));
const sectionPart = (map, s) => new Part(map, "section", s, map.sectionName(s), map.sectionBytes(s), map.sectionPerm(s));
const sectionsIn = (map, part) => map.sectionsOfFile.of(part.id).map((s) => sectionPart(map, s));
const madeSections = (map) => map.sections.addr.map((_, s) => s).filter((s) => map.sectionFile(s) < 0).map((s) => sectionPart(map, s));

/** Symbols of a section, each with the bytes that no other before it has, and the bytes of none. */
function symbolsIn(map, part) {
  const out = [], start = map.sections.addr[part.id], end = start + part.bytes;
  let at = start, named = 0;
  for (const i of map.symbolsOfSection.of(part.id)) {
    const from = Math.max(at, map.symbolAddr(i)), to = Math.min(end, map.symbolAddr(i) + map.symbolSize(i));
    if (to <= from) continue;
    out.push(new Part(map, "symbol", i, map.symbolTitle(i), to - from, part.perm));
    named += to - from;
    at = to;
  }
  if (out.length > 0 && part.bytes > named) out.push(new Part(map, "rest", part.id, "no symbol", part.bytes - named, part.perm));
  return out;
}

/** The parts from all memory down to the one of a key, or all memory alone. */
function pathTo(map, key) {
  const root = map.once("tree", () => whole(map)), m = /^([amfs])(\d*)$/.exec(key || "");
  const none = [root];
  if (!m) return none;
  const id = Number(m[2]), step = (path, k) => {
    const next = path && path[path.length - 1].children.find((p) => p.key === k);
    return next ? [...path, next] : null;
  };
  const file = (f) => {
    const a = map.files.archive ? map.files.archive[f] : -1;
    return step(a >= 0 ? step(none, "a" + a) : none, "f" + f);
  };
  if (m[1] === "a") return step(none, key) || none;
  if (m[1] === "m") return step(none, "m") || none;
  if (m[1] === "f") return file(id) || none;
  const f = map.sectionFile(id);
  return step(f >= 0 ? file(f) : step(none, "m"), key) || none;
}

/**
 * Lays parts out in a rectangle, squarified (Bruls, Huizing, van Wijk 2000): calls place(part, x, y, w, h) for each of at least a
 * pixel.
 */
function squarify(parts, x, y, w, h, place) {
  let rest = 0;
  for (const p of parts) rest += p.bytes;
  let k = 0;
  while (k < parts.length && w > 0.5 && h > 0.5 && rest > 0) {
    const scale = (w * h) / rest, side = Math.min(w, h);
    let sum = 0, worst = Infinity, end = k;
    const least = () => parts[end].bytes * scale;
    while (end < parts.length) {
      const area = sum + least(), thick = area / side, largest = (parts[k].bytes * scale) / thick, smallest = least() / thick;
      const ratio = Math.max(largest / thick, thick / largest, smallest / thick, thick / smallest);
      if (ratio > worst) break;
      worst = ratio;
      sum = area;
      end++;
    }
    const thick = sum / side;
    let at = 0;
    for (; k < end; k++) {
      const long = (parts[k].bytes * scale) / thick;
      if (w >= h) place(parts[k], x, y + at, thick, long);
      else place(parts[k], x + at, y, long, thick);
      at += long;
      rest -= parts[k].bytes;
    }
    if (w >= h) { x += thick; w -= thick; } else { y += thick; h -= thick; }
  }
}
