// Problems, relocations, steps, and the map beside another.
"use strict";

function problemsView(map) {
  const d = map.doc, u = table(d.undefined, "name"), dup = table(d.duplicates, "name"), dis = table(d.discarded, "group");
  const file = (i) => (i >= 0 ? link(map.fileHash(i), nameOf(map.fileLabel(i), 120)) : "–");
  const shownOf = (t, name, none, head, row) => part(name, t.there ? count(t.n) : null, !t.there ? notRecorded(name) : t.n === 0 ? h("p", { class: "none good" }, none) : rowsOf(name, t.n, head, row));
  return h("div", { class: "page" }, d.error ? errorDetails(map) : null,
    shownOf(u, "Undefined names", "Everything that is referred to has a definition.", [["name"], ["referred to by"]], (i) => [link("#sym=" + enc(map.str(u.name[i])), nameOf(map.plainOf(map.str(u.name[i])), 200)), file(u.by?.[i] ?? -1)]),
    shownOf(dup, "Duplicate definitions", "No name is defined twice.", [["name"], ["kept"], ["dropped"]], (i) => [link("#sym=" + enc(map.str(dup.name[i])), nameOf(map.plainOf(map.str(dup.name[i])), 200)), file(dup.kept?.[i] ?? -1), file(dup.dropped?.[i] ?? -1)]),
    shownOf(dis, "Discarded COMDAT groups", "No group was there twice.", [["group"], ["size", true], ["kept from"], ["discarded in"]], (i) => [link("#sym=" + enc(map.str(dis.group[i])), nameOf(map.plainOf(map.str(dis.group[i])), 200)), dis.size ? sizeCell(dis.size[i]) : "–", file(dis.kept?.[i] ?? -1), file(dis.file?.[i] ?? -1)]));
}

/** A table that shows its first rows, and all when asked. */
function rowsOf(caption, n, head, row, step = 200) {
  const box = h("div"), fill = (most) => {
    box.replaceChildren(smallTable(caption, head, Array.from({ length: Math.min(n, most) }, (_, i) => row(i))));
    if (n > most) box.append(h("button", { type: "button", class: "more", on: { click: () => fill(most * 10) } }, "Show more of " + count(n - most)));
  };
  fill(step);
  return box;
}

function errorDetails(map) {
  const e = map.doc.error, s = e.section && e.object ? map.findSection(e.object + "/" + e.section) : -1;
  return part("Why the link failed", null, h("p", { class: "error-text mono wrap" }, shown(e.text || "", 4000)), facts([
    ["object", e.object ? link("#file=" + enc(e.object), nameOf(e.object, 300)) : null],
    ["section", e.section ? (s >= 0 ? link(map.sectionHash(s), nameOf(e.section, 200)) : nameOf(e.section, 200)) : null],
    ["offset", e.offset !== undefined && e.offset !== null && e.section ? h("span", { class: "mono" }, hex(e.offset)) : null], ["relocation", e.relocation ? nameOf(e.relocation, 100) : null],
    ["symbol", e.symbol ? link("#sym=" + enc(e.symbol), nameOf(map.plainOf(e.symbol), 300)) : null]]));
}

/** How much of its range a kind's farthest value has used, as a bar; null where it is not known. */
function roomBar(used) {
  if (used === undefined || used === null || used < 0) return h("span", { class: "dim" }, "–");
  const bar = h("span", { class: used > 0.9 ? "bar bar-warn" : "bar" });
  bar.style.setProperty("width", Math.min(100, 100 * used) + "%");
  return h("span", { class: "room" }, h("span", { class: "bar-of" }, bar), h("span", { class: "num" }, used > 0 && used < 0.001 ? "< 0.1\u00a0%" : (100 * used).toFixed(1) + "\u00a0%"));
}

function relocsView(map) {
  const k = map.kinds, near = map.doc.near;
  if (k.n === 0) return h("div", null, notRecorded("Relocations"));
  const order = k.rows().sort((a, b) => (k.count ? k.count[b] - k.count[a] : a - b)), all = (k.count || []).reduce((a, b) => a + b, 0);
  const place = (s, offset) => (s >= 0 && s < map.sections.n ? link(placeHash(map, s, offset), nameOf(placeText(map, s, offset), 160)) : "–");
  const value = (v) => h("span", { class: "mono" }, shown(v ?? "–", 40) || "–");
  return h("div", { class: "page" },
    part("Kinds", plural(all, "relocation"), smallTable("Kinds of relocations", [["kind"], ["count", true], ["share", true], ["bits", true], ["least value", true], ["greatest value", true], ["of its range used"], ["farthest at"]], order.map((i) => [
      nameOf(map.str(k.name[i]), 60), k.count ? count(k.count[i]) : "–", k.count ? percent(k.count[i], all) : "–", k.bits?.[i] > 0 ? k.bits[i] : "–", value(k.least?.[i]), value(k.most?.[i]), roomBar(k.room?.[i]), place(k.at?.[i] ?? -1, k.offset?.[i] ?? 0)]))),
    part("Closest to their limits", null, !near ? notRecorded("Values") : near.length === 0 ? h("p", { class: "none good" }, "No value has a limit.") : rowsOf("Values closest to their limits", near.length, [["kind"], ["at"], ["symbol"], ["value", true], ["limit", true]], (i) => [
      nameOf(map.str(k.name[near[i].kind] ?? -1), 60), place(near[i].section ?? -1, near[i].offset ?? 0), symbolLink(map, map.str(near[i].symbol ?? -1)), value(near[i].value), value(near[i].limit)])));
}

const symbolLink = (map, name) => (name ? link("#sym=" + enc(name), nameOf(map.plainOf(name), 120)) : "–");

/** A place in a section: in the symbol that has it, if one does. */
function placeText(map, s, offset) {
  const i = map.symbolAt(map.sections.addr[s] + offset);
  if (i >= 0) return map.symbolTitle(i) + plus(map.sections.addr[s] + offset - map.symbolAddr(i));
  return map.fileLabel(map.sectionFile(s)) + " " + map.sectionName(s) + plus(offset);
}

function placeHash(map, s, offset) {
  const i = map.symbolAt(map.sections.addr[s] + offset);
  return i >= 0 ? map.symbolHash(i) : map.sectionHash(s);
}

function stepsView(map) {
  const t = table(map.doc.steps, "name"), counts = map.doc.counts;
  const whole = (t.ns || []).reduce((a, b) => a + b, 0), most = Math.max(1, ...(t.ns || []), ...(t.cpu || []));
  const bar = (ns, name) => {
    const b = h("span", { class: name });
    b.style.setProperty("width", (100 * ns) / most + "%");
    return h("span", { class: "bar-of" }, b);
  };
  return h("div", { class: "page" },
    part("Steps", t.n ? time(whole) : null, t.n === 0 ? notRecorded("Times") : smallTable("Steps of the link", [["step"], ["time", true], ["share", true], ["processors", true], ["time, and below it processors' time"]], t.rows().map((i) => [
      shown(map.str(t.name[i]), 60), time(t.ns?.[i] ?? 0), percent(t.ns?.[i] ?? 0, whole), t.cpu ? time(t.cpu[i]) : "–", h("span", { class: "bars" }, bar(t.ns?.[i] ?? 0, "bar"), t.cpu ? bar(t.cpu[i], "bar bar-cpu") : null)]))),
    counts ? part("Counts", null, facts(Object.entries(counts).filter(([, v]) => typeof v === "number").map(([k, v]) => [shown(spaced(k), 40), count(v)]))) : null,
    map.doc.command ? part("Command", null, h("p", { class: "mono wrap command" }, map.doc.command.map((a) => shown(a, 400)).join(" "))) : null);
}

/** A member's name as words. */
const spaced = (name) => name.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/_/g, " ");

function compareView(map) {
  const against = map.doc.against;
  if (!against) return h("div", { class: "page" }, h("p", { class: "none" }, "This map stands alone."), h("p", { class: "dim" }, "Beside an older one: ", h("code", { class: "wrap" }, "rtdyld link -json … > old.json"), ", later ", h("code", { class: "wrap" }, "rtdyld link -html map.html -against old.json …")));
  const t = table(against.rows, "what", "name", "before", "after"), delta = (i) => Math.max(0, t.after[i]) - Math.max(0, t.before[i]);
  const fate = (i) => (t.before[i] < 0 ? "new" : t.after[i] < 0 ? "gone" : delta(i) > 0 ? "grown" : delta(i) < 0 ? "shrunk" : "same");
  const what = t.rows().map((i) => map.str(t.what[i])), fates = t.rows().map(fate);
  const n = (w, f) => t.rows().filter((i) => (!w || what[i] === w) && fates[i] === f).length;
  const sum = (f) => t.rows().filter((i) => what[i] === kind && fates[i] === f).reduce((a, i) => a + delta(i), 0);
  let kind = ["symbol", "section", "file"].find((w) => what.includes(w)) || "", only = "";
  const name = (i) => map.str(t.name[i]), fileOf = (i) => map.str(t.file?.[i] ?? -1);
  const hash = (i) => (what[i] === "file" ? "#file=" + enc(name(i)) : what[i] === "section" ? "#sec=" + enc(fileOf(i) + "/" + name(i)) : "#sym=" + enc(name(i)));
  const list = bigTable({
    label: "Differences", n: t.n, open: (i) => (fates[i] === "gone" ? location.hash : hash(i)), empty: "Nothing of this kind has changed.",
    columns: [
      { name: "Name", width: "minmax(9rem, 4fr)", cell: (i) => (fates[i] === "gone" ? nameOf(name(i), 160) : link(hash(i), nameOf(name(i), 160), { tabindex: "-1", class: "cut" })), by: name },
      { name: "Change", width: "6.5rem", end: true, cell: (i) => h("span", { class: delta(i) > 0 ? "grew" : "shrank" }, signed(delta(i))), by: (i) => Math.abs(delta(i)), down: true },
      { name: "Before", width: "5.5rem", end: true, low: 2, cell: (i) => sizeCell(t.before[i]), by: (i) => t.before[i], down: true },
      { name: "After", width: "5.5rem", end: true, low: 2, cell: (i) => sizeCell(t.after[i]), by: (i) => t.after[i], down: true },
      { name: "What", width: "5rem", cell: (i) => h("span", { class: "tag tag-" + fates[i] }, fates[i]) },
      { name: "File", width: "minmax(6rem, 3fr)", low: 2, cell: (i) => h("span", { class: "cut dim" }, shown(fileOf(i), 120)), by: fileOf },
    ],
  });
  const tools = h("div", { class: "filters" });
  function pick() {
    tools.replaceChildren(choice("What is compared", ["file", "section", "symbol"].filter((w) => what.includes(w)), kind, (w) => w + "s", (w) => { kind = w; pick(); }),
      choice("Which differences", ["", "grown", "shrunk", "new", "gone"], only, (f) => (f === "" ? "all" : f + " " + count(n(kind, f)) + (n(kind, f) ? " (" + signed(sum(f)) + ")" : "")), (f) => { only = f; pick(); }));
    list.show(t.rows().filter((i) => what[i] === kind && fates[i] !== "same" && (only === "" || fates[i] === only)));
  }
  pick();
  list.sort(1, true);
  return h("div", { class: "tall" }, h("p", { class: "dim beside" }, "Beside ", nameOf(against.title || "another map", 200)), tools, list.element);
}

/** Buttons of which one is pressed. */
function choice(label, values, now, text, take) {
  return h("div", { class: "choice", role: "group", "aria-label": label }, values.map((v) => h("button", { type: "button", "aria-pressed": String(v === now), on: { click: () => take(v) } }, text(v))));
}
