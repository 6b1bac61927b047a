// The list of symbols, and tables of sections.
"use strict";

function symbolsView(map, params) {
  if (map.symbols.n === 0) return h("div", null, notRecorded("Symbols"));
  const table = symbolTable(map, "Symbols");
  const note = h("span", { class: "dim num", role: "status" });
  const field = h("input", { type: "search", class: "field", id: "filter", "aria-label": "Names that contain", placeholder: "Filter by name, file or address", spellcheck: "false", autocomplete: "off" });
  const choose = (name, all, values) => h("select", { class: "field", "aria-label": name }, h("option", { value: "" }, all), values.map((v) => h("option", { value: v }, shown(v, 40) || "–")));
  const strings = (column) => (column ? [...new Set(column)].map((i) => map.str(i)).sort() : []);
  const type = choose("Type", "any type", strings(map.symbols.type)), bind = choose("Binding", "any binding", strings(map.symbols.bind));
  const perm = choose("Memory", "any memory", []);
  for (const k of Object.keys(permKinds)) if (map.totals[k] > 0) perm.append(h("option", { value: k }, permKinds[k].text));
  let timer = 0;
  function filter() {
    const rows = filterSymbols(map, { text: field.value, type: type.value, bind: bind.value, perm: perm.value });
    table.show(rows);
    const bytes = rows ? rows.reduce((n, i) => n + map.symbolSize(i), 0) : 0;
    note.textContent = rows ? plural(rows.length, "symbol") + " of " + count(map.symbols.n) + ", " + size(bytes) : plural(map.symbols.n, "symbol");
  }
  type.hidden = !map.symbols.type;
  bind.hidden = !map.symbols.bind;
  field.value = params.get("q") || "";
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      history.replaceState(null, "", "#view=symbols" + (field.value ? "&q=" + enc(field.value) : ""));
      filter();
    }, 60);
  });
  field.addEventListener("keydown", (ev) => { if (ev.key === "ArrowDown") { table.element.focus(); ev.preventDefault(); } });
  for (const s of [type, bind, perm]) s.addEventListener("change", filter);
  filter();
  return h("div", { class: "tall" }, h("div", { class: "filters" }, field, type, bind, perm, note), table.element);
}

/** Symbols that a filter lets pass, null if that is all. */
function filterSymbols(map, { text, type, bind, perm }) {
  if (!text.trim() && !type && !bind && !perm) return null;
  const hit = text.trim() ? matches(map, text) : null, offset = addressOf(map, text), at = offset >= 0 ? map.symbolAt(offset) : -1, rows = [];
  for (let i = 0; i < map.symbols.n; i++) {
    if (type && map.str(map.symbols.type[i]) !== type) continue;
    if (bind && map.str(map.symbols.bind[i]) !== bind) continue;
    if (perm && map.sectionPerm(map.symbolSection(i)) !== perm) continue;
    if (hit && i !== at && !hit[map.symbols.name[i]] && !(map.symbols.plain && map.symbols.plain[i] >= 0 && hit[map.symbols.plain[i]])) {
      const f = map.symbolFile(i);
      if (f < 0 || !(hit[map.files.name[f]] || (map.files.archive && map.files.archive[f] >= 0 && hit[map.files.archive[f]]))) continue;
    }
    rows.push(i);
  }
  return rows;
}

/** A table of symbols: all, or those of rows. */
function symbolTable(map, label, rows) {
  const t = bigTable({
    label, n: map.symbols.n, open: (i) => map.symbolHash(i), empty: "No symbol passes the filter.",
    columns: [
      { name: "Name", width: "minmax(9rem, 5fr)", cell: (i) => link(map.symbolHash(i), nameOf(map.symbolTitle(i), 200), { tabindex: "-1", class: "cut" }), by: (i) => map.symbolTitle(i) },
      { name: "Address", width: "minmax(7.5rem, 1fr)", end: true, low: 2, cell: (i) => h("span", { class: "mono" }, map.addressText(map.symbolAddr(i))), by: (i) => map.symbolAddr(i) },
      { name: "Size", width: "5.5rem", end: true, cell: (i) => sizeCell(map.symbolSize(i)), by: (i) => map.symbolSize(i), down: true },
      { name: "Memory", width: "4.5rem", low: 2, cell: (i) => permLabel(map.sectionPerm(map.symbolSection(i))), by: (i) => map.sectionPerm(map.symbolSection(i)) },
      !map.symbols.type ? null : { name: "Type", width: "5rem", low: 1, cell: (i) => shown(map.str(map.symbols.type?.[i] ?? -1), 20), by: (i) => map.str(map.symbols.type?.[i] ?? -1) },
      !map.symbols.bind ? null : { name: "Binding", width: "5rem", low: 1, cell: (i) => shown(map.str(map.symbols.bind?.[i] ?? -1), 20), by: (i) => map.str(map.symbols.bind?.[i] ?? -1) },
      { name: "File", width: "minmax(7rem, 2.5fr)", low: 2, cell: (i) => h("span", { class: "cut dim", title: shown(map.fileLabel(map.symbolFile(i)), 400) }, shown(map.fileShort(map.symbolFile(i)), 120)), by: (i) => map.fileLabel(map.symbolFile(i)) },
    ].filter(Boolean),
  });
  if (rows) t.show(rows);
  return t;
}

function sectionTable(map, rows, label) {
  const columns = [
    { name: "Name", width: "minmax(8rem, 3fr)", cell: (s) => link(map.sectionHash(s), nameOf(map.sectionName(s), 160), { tabindex: "-1", class: "cut" }), by: (s) => map.sectionName(s) },
    { name: "Address", width: "minmax(7.5rem, 1fr)", end: true, low: 2, cell: (s) => h("span", { class: "mono" }, map.addressText(map.sections.addr[s])), by: (s) => map.sections.addr[s] },
    { name: "Size", width: "5.5rem", end: true, cell: (s) => sizeCell(map.sectionSize(s)), by: (s) => map.sectionSize(s), down: true },
    { name: "Align", width: "4rem", end: true, low: 1, cell: (s) => (map.sections.align ? count(map.sections.align[s]) : "–"), by: (s) => map.sections.align?.[s] ?? 0, down: true },
    { name: "Memory", width: "4.5rem", cell: (s) => permLabel(map.sectionPerm(s)), by: (s) => map.sectionPerm(s) },
    { name: "File", width: "minmax(7rem, 2.5fr)", low: 2, cell: (s) => h("span", { class: "cut dim", title: shown(map.fileLabel(map.sectionFile(s)), 400) }, shown(map.fileShort(map.sectionFile(s)), 120)), by: (s) => map.fileLabel(map.sectionFile(s)) },
  ];
  const t = bigTable({ label, columns, n: map.sections.n, open: (s) => map.sectionHash(s), empty: "No sections." });
  t.show(Array.from(rows));
  return h("div", { class: "short", vars: { "--rows": Math.min(t.total, 14) + 1 } }, t.element);
}
