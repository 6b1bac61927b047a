// Disassembly: instructions with their bytes before and after the relocations, what these came to, and source lines. It is
// compressed, file by file, and unpacked when it is first looked at.
"use strict";

const unpacked = new Map();

/** The code of a file, null if it has none. */
function codeFor(f) {
  if (!unpacked.has(f)) {
    const e = byId("code-" + f);
    unpacked.set(f, e ? unpack(e.textContent.trim()) : Promise.resolve(null));
  }
  return unpacked.get(f);
}

async function unpack(base64) {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}

/** The code of a section between two addresses, once it is there. */
function codeOf(map, f, s, from, to) {
  const box = h("div", { class: "code-box" }, h("p", { class: "dim" }, "Reading …"));
  if (s < 0 || map.sectionPerm(s) !== "rx") {
    box.replaceChildren(h("p", { class: "none" }, s < 0 ? "It has an address and no contents." : "Data: " + shown(map.sectionName(s), 80) + " holds no code."));
    return box;
  }
  codeFor(f).then((code) => {
    const of = code && (code.sections || []).find((c) => c.section === s);
    if (!of) return box.replaceChildren(codeMissing(map, f));
    const start = map.sections.addr[s];
    const lines = (of.lines || []).filter((l) => l[0] >= from - start && l[0] < Math.max(to, from + 1) - start);
    box.replaceChildren(lines.length ? listing(map, s, lines, of) : codeMissing(map, f));
  }, (err) => box.replaceChildren(h("p", { class: "none" }, "The disassembly cannot be read: " + err.message)));
  return box;
}

function codeMissing(map, f) {
  const limit = map.doc.codeLimit, file = map.archive(f) || map.fileName(f);
  return h("div", null, notRecorded("Disassembly"), limit ? h("p", { class: "dim" }, "The page has that of " + size(limit.shown ?? 0) + (limit.all ? " of " + size(limit.all) : "") + " of code.") : null,
    h("p", { class: "dim" }, "This shows it as it is before the link: ", h("code", { class: "wrap" }, shown(limit?.command || "objdump -dr " + file, 400))));
}

const linesAtFirst = 400;

/** Instructions as a table. */
function listing(map, s, lines, of) {
  const start = map.sections.addr[s], body = h("tbody");
  const relocs = (of.relocs || []).slice().sort((a, b) => a[0] - b[0]), source = (of.source || []).slice().sort((a, b) => a[0] - b[0]);
  const changed = lines.some((l) => l[3]);
  const heads = [["Address", true], ["Instruction"], ["Bytes"], changed ? ["Before"] : null, ["Relocation"]].filter(Boolean);
  let at = 0, r = 0, src = 0, said = "";
  while (r < relocs.length && lines.length && relocs[r][0] < lines[0][0]) r++;
  function grow(n) {
    const stop = Math.min(lines.length, at + n);
    for (; at < stop; at++) {
      const [offset, bytes, text, before] = lines[at], end = offset + bytes.length / 2;
      const i = map.symbolAt(start + offset);
      if (i >= 0 && map.symbolAddr(i) === start + offset) body.append(h("tr", { class: "label" }, h("th", { colspan: heads.length, scope: "rowgroup" }, link(map.symbolHash(i), nameOf(map.symbolTitle(i), 300)))));
      let from = null;
      for (; src < source.length && source[src][0] <= offset; src++) from = source[src];
      if (from && said !== from[1] + ":" + from[2]) {
        said = from[1] + ":" + from[2];
        body.append(h("tr", { class: "source" }, h("td", { colspan: heads.length }, h("bdi", null, shown(baseName(String(from[1])), 120) + ":" + from[2]))));
      }
      const mine = [];
      for (; r < relocs.length && relocs[r][0] < end; r++) if (relocs[r][0] >= offset) mine.push(relocs[r]);
      body.append(h("tr", null, h("td", { class: "num mono end dim" }, map.addressText(start + offset)), h("td", { class: "mono asm" }, h("bdi", null, shown(text, 300))),
        h("td", { class: "mono bytes" }, hexBytes(bytes, before)), changed ? h("td", { class: "mono bytes dim" }, before ? hexBytes(before, bytes) : "") : null,
        h("td", { class: "rel" }, mine.map((x) => relocOf(map, x)))));
    }
    more.hidden = at >= lines.length;
    more.textContent = "Show more of " + count(lines.length - at) + " instructions";
  }
  const more = h("button", { type: "button", class: "more", on: { click: () => grow(4000) } });
  grow(linesAtFirst);
  return h("div", null, h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Disassembly" },
    h("table", { class: "asm-table" }, h("caption", { class: "unseen" }, "Disassembly"), h("thead", null, h("tr", null, heads.map(([t, end]) => h("th", { scope: "col", class: end ? "end" : null }, t)))), body)), more);
}

/** Bytes as hex, those marked that differ from others. */
function hexBytes(bytes, others) {
  const out = [];
  for (let k = 0; k < bytes.length; k += 2) {
    const two = bytes.slice(k, k + 2);
    out.push(others && others.slice(k, k + 2) !== two ? h("mark", null, two) : two, k + 2 < bytes.length ? " " : "");
  }
  return out;
}

/** A relocation: its kind, its target, and the value that was written. */
function relocOf(map, [, kind, target, addend, value]) {
  const name = typeof target === "number" ? map.str(target) : String(target ?? "");
  const known = map.once("knownNames", () => new Set([...(map.symbols.name || []), ...(map.outside.name || [])].map((i) => map.str(i))));
  return h("div", null, h("span", { class: "dim kind" }, shown(map.str(map.kinds.name?.[kind] ?? -1) || String(kind), 40)), " ", known.has(name) ? link("#sym=" + enc(name), nameOf(map.plainOf(name), 44)) : nameOf(map.plainOf(name), 44),
    addend ? h("span", { class: "mono" }, (addend > 0 ? "+" : "−") + hex(Math.abs(addend))) : null, value ? h("span", { class: "mono dim" }, " = " + shown(value, 40)) : null);
}
