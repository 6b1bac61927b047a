// The page about a symbol, and the one about a name that comes from elsewhere.
"use strict";

function symbolView(map, text) {
  const found = map.findSymbols(text);
  if (found.length === 1) return symbolPage(map, found[0]);
  if (found.length > 1) {
    return h("div", { class: "page" }, h("h2", null, nameOf(text)), h("p", null, plural(found.length, "symbol") + " have this name:"),
      h("div", { class: "short", vars: { "--rows": Math.min(found.length, 14) + 1 } }, symbolTable(map, "Symbols of one name", found).element));
  }
  const o = map.findOutside(text);
  if (o >= 0) return outsidePage(map, o);
  const u = (map.doc.undefined?.name || []).findIndex((s) => map.str(s) === text);
  const near = find(map, text, 12);
  return h("div", { class: "page" }, h("h2", null, nameOf(map.plainOf(text))), h("p", null, u >= 0 ? "Nothing defines this name." : "The map has no such symbol."),
    near.length ? part("Alike", null, h("ul", { class: "plain" }, near.map((f) => h("li", null, link(f.hash, nameOf(f.text, 160)), " ", h("span", { class: "dim" }, shown(f.note, 80)))))) : null);
}

function symbolPage(map, i) {
  const s = map.symbolSection(i), f = map.symbolFile(i), name = map.symbolName(i), plain = map.symbolPlain(i), at = map.symbolAddr(i);
  return h("article", { class: "page" },
    h("p", { class: "kicker" }, shown(map.str(map.symbols.type?.[i] ?? -1), 30) || "symbol"),
    h("h2", { class: "mono" }, h("bdi", null, shown(plain || name, 4000))),
    plain && plain !== name ? h("p", { class: "dim mono wrap" }, h("bdi", null, shown(name, 4000))) : null,
    facts([
      ["address", h("span", { class: "mono" }, map.addressText(at))],
      ["from the base", at < 0 ? null : h("span", { class: "mono" }, "+" + hex(at))],
      ["size", exactSize(map.symbolSize(i))],
      ["memory", permLabel(map.sectionPerm(s))],
      ["binding", shown(map.str(map.symbols.bind?.[i] ?? -1), 30) || null],
      ["section", s < 0 ? "absolute" : h("span", null, link(map.sectionHash(s), nameOf(map.sectionName(s), 200)), h("span", { class: "mono dim" }, plus(at - map.sections.addr[s])))],
      ["file", link(map.fileHash(f), nameOf(map.fileLabel(f), 300))],
      ["archive", map.archive(f) ? nameOf(map.archive(f), 300) : null],
      ["same address", aliases(map, i)],
    ]),
    part("Why it is here", null, chainList(map, f)),
    h("div", { class: "two" },
      part("Used by", null, map.refs.there ? incoming(map, map.refsTo.of(i)) : notRecorded("References")),
      part("Uses", null, map.refs.there ? outgoing(map, map.refsFrom.of(i)) : notRecorded("References"))),
    part("Code", null, codeOf(map, f, s, at, at + map.symbolSize(i))),
    madeFor(map, map.symbols.name[i]));
}

/** Other symbols with the address. */
function aliases(map, i) {
  const s = map.symbolSection(i);
  if (s < 0) return null;
  const others = map.symbolsOfSection.of(s).filter((k) => k !== i && map.symbolAddr(k) === map.symbolAddr(i) && map.symbolName(k) !== "").slice(0, 12);
  return others.length === 0 ? null : h("span", null, others.map((k, n) => [n ? ", " : "", link(map.symbolHash(k), nameOf(map.symbolTitle(k), 100))]));
}

/** From a root down to a file: which name brought each member in. */
function chainList(map, f) {
  if (f < 0) return h("p", { class: "none" }, "The linker made it.");
  if (f >= map.files.n || !map.files.neededBy) return notRecorded("Why files are part of it");
  const chain = map.chain(f).reverse(), root = chain[0];
  const why = (c) => (c.name ? h("span", { class: "dim" }, " for ", link("#sym=" + enc(c.name), nameOf(map.plainOf(c.name), 160))) : null);
  const first = root.by === -2 ? "the program's entry" : root.name && root.by < 0 ? "asked for by name" : "given on the command line";
  return h("ol", { class: "chain" }, h("li", null, h("span", { class: "root" }, first)),
    chain.map((c, k) => h("li", { class: k === chain.length - 1 ? "last" : null }, link(map.fileHash(c.file), nameOf(map.fileLabel(c.file), 200)), k > 0 || root.by === -2 || c.name ? why(c) : null)));
}

/** The kind and number of references of a row; -1 is code that reaches its target without a relocation. */
function refNote(map, r) {
  const k = map.refs.kind?.[r] ?? -2, kind = k === -1 ? "its code" : map.str(map.kinds.name?.[k] ?? -1), n = map.refs.count ? map.refs.count[r] : 1;
  return h("span", { class: "dim end num" }, shown(kind, 40), n > 1 ? " × " + count(n) : "");
}

const sectionLink = (map, s) => link(map.sectionHash(s), nameOf(map.fileLabel(map.sectionFile(s)) + " " + map.sectionName(s), 160), { class: "cut" });

function incoming(map, rows) {
  if (rows.length === 0) return h("p", { class: "none" }, "No reference to it is recorded.");
  return longList(rows.length, (k) => {
    const from = map.refs.from[rows[k]];
    const what = from >= 0 ? link(map.symbolHash(from), nameOf(map.symbolTitle(from), 160), { class: "cut" })
      : sectionLink(map, -1 - from);
    return h("li", { class: "ref" }, what, refNote(map, rows[k]));
  }, 40);
}

function outgoing(map, rows) {
  if (rows.length === 0) return h("p", { class: "none" }, "It refers to nothing.");
  return longList(rows.length, (k) => {
    const { kind, of } = map.target(rows[k]);
    if (kind === "symbol") return h("li", { class: "ref" }, link(map.symbolHash(of), nameOf(map.symbolTitle(of), 160), { class: "cut" }), refNote(map, rows[k]));
    if (kind === "section") return h("li", { class: "ref" }, sectionLink(map, of), refNote(map, rows[k]));
    const name = map.outsideName(of);
    return h("li", { class: "ref" }, link("#sym=" + enc(name), nameOf(map.plainOf(name), 160), { class: "cut" }), h("span", { class: "tag" }, "outside"), refNote(map, rows[k]));
  }, 40);
}

/** Stubs, GOT entries and copies that the linker made for a name. */
function madeFor(map, name) {
  const of = (t, column, what) => t.rows().filter((r) => t[column] && t[column][r] === name).map((r) => ({ what: what(r), addr: t.addr[r], file: t.file ? t.file[r] : -1 }));
  const all = [...of(map.stubs, "symbol", () => "stub"), ...of(map.slots, "symbol", (r) => "GOT entry" + (map.slots.what ? ": " + map.str(map.slots.what[r]) : "")), ...of(map.copies, "symbol", () => "copy")];
  if (all.length === 0) return null;
  return part("Made by the linker for it", null, longList(all.length, (k) => h("li", { class: "ref" }, shown(all[k].what, 60), h("span", { class: "mono" }, map.addressText(all[k].addr)), h("span", { class: "dim" }, "for " + shown(map.fileLabel(all[k].file), 120)))));
}

function outsidePage(map, o) {
  const name = map.outsideName(o), plain = map.plainOf(name), at = map.outside.addr?.[o];
  return h("article", { class: "page" }, h("p", { class: "kicker" }, "from elsewhere"), h("h2", { class: "mono" }, h("bdi", null, shown(plain, 4000))),
    plain !== name ? h("p", { class: "dim mono wrap" }, h("bdi", null, shown(name, 4000))) : null,
    facts([["address", at ? h("span", { class: "mono" }, shown(at, 40)) : null], ["from", nameOf(map.str(map.outside.from?.[o] ?? -1) || "not known", 200)]]),
    part("Used by", null, map.refs.there ? incoming(map, map.refsToOutside.of(o)) : notRecorded("References")), madeFor(map, map.outside.name[o]));
}
