// The list of files, and the pages about a file and a section.
"use strict";

function filesView(map) {
  if (map.files.n === 0) return h("div", null, notRecorded("Files"));
  const f = map.files, number = (name, column, low) => ({ name, width: "5.5rem", end: true, low, cell: (i) => sizeCell(column[i]), by: (i) => column[i], down: true });
  const by = (i) => (f.neededBy[i] === -2 ? "the entry" : f.neededBy[i] < 0 ? "" : map.fileShort(f.neededBy[i]));
  const t = bigTable({
    label: "Files", n: f.n, open: (i) => map.fileHash(i), sorted: f.size ? 1 : -1,
    columns: [
      { name: "File", width: "minmax(9rem, 4fr)", cell: (i) => link(map.fileHash(i), nameOf(map.fileShort(i), 160), { tabindex: "-1", class: "cut", title: shown(map.fileLabel(i), 400) }), by: (i) => map.fileLabel(i) },
      f.size ? number("Size", f.size) : null, f.code ? number("Code", f.code, 2) : null, f.readonly ? number("Read-only", f.readonly, 1) : null, f.data ? number("Data", f.data, 1) : null,
      f.format ? { name: "Format", width: "7rem", low: 1, cell: (i) => h("span", { class: "cut" }, shown(map.str(f.format[i]), 40)), by: (i) => map.str(f.format[i]) } : null,
      f.neededFor ? { name: "Needed for", width: "minmax(6rem, 2fr)", low: 2, cell: (i) => h("span", { class: "cut" }, f.neededFor[i] >= 0 ? link("#sym=" + enc(map.str(f.neededFor[i])), nameOf(map.str(f.neededFor[i]), 100), { tabindex: "-1" }) : ""), by: (i) => map.str(f.neededFor[i]) } : null,
      f.neededBy ? { name: "Needed by", width: "minmax(6rem, 2fr)", low: 1, cell: (i) => h("span", { class: "cut dim" }, shown(by(i), 100)), by } : null,
    ].filter(Boolean),
  });
  return h("div", { class: "tall" }, h("div", { class: "filters" }, filterFor(t, map, map.files.n, (i) => map.fileLabel(i) + "\n" + map.archive(i), "Filter files"), h("span", { class: "dim num" }, plural(f.n, "file"))), t.element);
}

/** A field that shows the rows of a table whose text has what is written in it. */
function filterFor(t, map, n, text, label) {
  let all = null;
  return h("input", { type: "search", class: "field", id: "filter", "aria-label": label, placeholder: label, spellcheck: "false", autocomplete: "off", on: {
    input: (ev) => {
      all = all || Array.from({ length: n }, (_, i) => text(i).toLowerCase());
      const wanted = ev.target.value.trim().toLowerCase();
      t.show(wanted ? all.flatMap((s, i) => (s.includes(wanted) ? [i] : [])) : null);
    },
    keydown: (ev) => { if (ev.key === "ArrowDown") { t.element.focus(); ev.preventDefault(); } },
  } });
}

function fileView(map, label) {
  const f = map.findFile(label);
  if (f < 0) return h("div", { class: "page" }, h("h2", null, nameOf(label)), h("p", null, "The map has no such file."), h("p", null, link("#view=files", "All files")));
  const t = map.files, sections = map.sectionsOfFile.of(f), has = (c) => (t[c] ? size(t[c][f]) : null);
  const symbols = map.symbols.n ? sections.flatMap((s) => map.symbolsOfSection.of(s)) : [];
  const brought = t.neededBy ? t.name.map((_, i) => i).filter((i) => t.neededBy[i] === f) : [];
  return h("article", { class: "page" }, h("p", { class: "kicker" }, map.archive(f) ? "archive member" : "file"), h("h2", { class: "mono" }, h("bdi", null, shown(map.fileLabel(f), 4000))),
    facts([["archive", map.archive(f) ? nameOf(map.archive(f), 300) : null], ["format", t.format ? shown(map.str(t.format[f]), 60) || null : null], ["size", has("size")], ["code", has("code")], ["read-only", has("readonly")], ["data", has("data")],
      ["in the treemap", link("#view=treemap&in=f" + f, "show")]]),
    part("Why it is here", null, chainList(map, f)),
    brought.length ? part("Brought in", plural(brought.length, "file"), longList(brought.length, (k) => h("li", { class: "ref" }, link(map.fileHash(brought[k]), nameOf(map.fileLabel(brought[k]), 160), { class: "cut" }), t.neededFor && t.neededFor[brought[k]] >= 0 ? h("span", { class: "dim" }, "for ", nameOf(map.str(t.neededFor[brought[k]]), 100)) : null), 30)) : null,
    part("Sections", plural(sections.length, "section"), sectionTable(map, sections, "Sections of the file")),
    part("Symbols", plural(symbols.length, "symbol"), map.symbols.n ? h("div", { class: "short", vars: { "--rows": Math.min(symbols.length, 14) + 1 } }, symbolTable(map, "Symbols of the file", symbols).element) : notRecorded("Symbols")));
}

function sectionView(map, text) {
  const s = map.findSection(text);
  if (s < 0) return h("div", { class: "page" }, h("h2", null, nameOf(text)), h("p", null, "The map has no such section."));
  const f = map.sectionFile(s), t = map.sections, symbols = map.symbols.n ? map.symbolsOfSection.of(s) : [], code = map.sectionPerm(s) === "rx";
  const own = map.refs.there ? map.refs.rows().filter((r) => map.refs.from[r] === -1 - s) : [];
  return h("article", { class: "page" }, h("p", { class: "kicker" }, t.made?.[s] ? "section made by the linker" : "section"), h("h2", { class: "mono" }, h("bdi", null, shown(map.sectionName(s), 4000) || "(no name)")),
    facts([["file", link(map.fileHash(f), nameOf(map.fileLabel(f), 300))], ["number", t.number ? count(t.number[s]) : null], ["address", h("span", { class: "mono" }, map.addressText(t.addr[s]))], ["size", exactSize(map.sectionSize(s))],
      ["align", t.align ? plural(t.align[s], "byte") : null], ["kind", shown(map.str(t.kind?.[s] ?? -1), 30) || null], ["memory", permLabel(map.sectionPerm(s))], ["in the treemap", link("#view=treemap&in=s" + s, "show")]]),
    part("Symbols", plural(symbols.length, "symbol"), symbols.length ? h("div", { class: "short", vars: { "--rows": Math.min(symbols.length, 14) + 1 } }, symbolTable(map, "Symbols of the section", symbols).element) : h("p", { class: "none" }, "No symbol is in it.")),
    map.refs.there && map.refsToSection.count(s) ? part("Used by", "without a symbol", incoming(map, map.refsToSection.of(s))) : null,
    own.length ? part("Refers to", "outside of its symbols", outgoing(map, own)) : null,
    code ? part("Code", null, codeOf(map, f, s, t.addr[s], t.addr[s] + map.sectionSize(s))) : null);
}
