// The ranges of the address space: blocks of memory, and the libraries whose names are used; offsets from the base, which are
// negative below it.
"use strict";

/** Blocks, or what lies together where none are recorded: [{start, end, perm, kind, name}] in order. */
function blockRanges(map) {
  const out = [];
  for (let b = 0; b < map.blocks.n; b++) {
    out.push({ kind: "block", start: map.blocks.addr[b], end: map.blocks.addr[b] + map.blocks.size[b], perm: permKind(map.str(map.blocks.perm?.[b] ?? -1), ""), name: "block " + (b + 1) });
  }
  if (out.length === 0) {
    for (const s of map.sectionsByAddress) {
      const start = map.sections.addr[s], end = start + map.sectionSize(s), perm = map.sectionPerm(s), last = out[out.length - 1];
      if (map.sectionBytes(s) === 0) continue;
      if (last && start - last.end < 0x10000 && (last.perm === perm || start < last.end)) last.end = Math.max(last.end, end);
      else out.push({ kind: "block", start, end, perm, name: "memory " + (out.length + 1) });
    }
  }
  return out.sort((a, b) => a.start - b.start);
}

/** Libraries and other origins of names, from the lowest to the highest address that is used. */
function libraryRanges(map) {
  const by = new Map();
  for (let o = 0; o < map.outside.n; o++) {
    const from = map.str(map.outside.from?.[o] ?? -1), at = map.outside.addr?.[o];
    if (!at || at === "0x0") continue;
    const v = Number(BigInt(at) - map.base), r = by.get(from);
    if (!r) by.set(from, { kind: "library", start: v, end: v + 1, perm: "other", name: from || "elsewhere", names: 1 });
    else { r.start = Math.min(r.start, v); r.end = Math.max(r.end, v + 1); r.names++; }
  }
  return [...by.values()].sort((a, b) => a.start - b.start);
}

const addressOfOffset = (map, v) => hex(map.base + BigInt(Math.trunc(v)));

/** How far a range is from the image, which is between the first block and the last. */
function distance(r, blocks) {
  const first = blocks[0].start, last = blocks[blocks.length - 1].end;
  return r.end <= first ? first - r.start : r.start >= last ? r.end - first : 0;
}

/** Ranges in order and the gaps between them, each with its share of a strip; widths grow with the logarithm of the size. */
function stripOf(ranges) {
  const out = [];
  let end = null;
  for (const r of [...ranges].sort((a, b) => a.start - b.start)) {
    if (end !== null && r.start > end) out.push({ kind: "gap", start: end, end: r.start, share: 2 + Math.log2(1 + (r.start - end) / 4096) * 0.45 });
    out.push({ ...r, share: 3 + Math.log2(1 + (r.end - r.start) / 4096) });
    end = end === null ? r.end : Math.max(end, r.end);
  }
  const all = out.reduce((n, r) => n + r.share, 0);
  let at = 0;
  for (const r of out) { r.from = at / all; at += r.share; r.to = at / all; }
  return out;
}

function rangeTable(map, blocks, libraries) {
  const rows = [...blocks, ...libraries].sort((a, b) => a.start - b.start).slice(0, 400);
  return smallTable("Ranges of the address space", [["what"], ["may"], ["from", true], ["to", true], ["size", true], ["distance", true]], rows.map((r) => [
    nameOf(r.name, 120), r.kind === "block" ? permLabel(r.perm) : h("span", { class: "dim" }, plural(r.names, "name")),
    h("span", { class: "mono" }, addressOfOffset(map, r.start)), h("span", { class: "mono" }, addressOfOffset(map, r.end)),
    r.kind === "block" ? sizeCell(r.end - r.start) : "", r.kind === "block" || !blocks.length ? "" : h("span", { title: "from the other end of the image" }, size(distance(r, blocks)))]));
}
