// Search: by name, demangled name, file and address.
"use strict";

/** How well a name in lower case fits, less is better; -1 if not at all. Endless names count as long. */
function fit(name, wanted) {
  const at = name.indexOf(wanted);
  if (at < 0) return -1;
  const length = Math.min(name.length, 4095);
  if (length === wanted.length) return 0;
  if (at === 0) return 0x10000 + length;
  return (/[a-z0-9]/.test(name[at - 1]) ? 0x30000 : 0x20000) + length;
}

/** An address from the base, if text is one: 0x401000 is any, +1f0 one from the base. Otherwise -1. */
function addressOf(map, text) {
  const m = /^(\+)?(0x)?([0-9a-f]{1,16})$/i.exec(text.trim());
  if (!m || (!m[1] && !m[2])) return -1;
  const v = BigInt("0x" + m[3]) - (m[1] ? 0n : map.base);
  return v >= 0n && v <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(v) : -1;
}

/** Which strings have the text, by index of string: 0 is no, else the fit plus one. */
function matches(map, text) {
  const wanted = text.trim().toLowerCase(), lower = map.lower, out = new Uint32Array(lower.length);
  for (let i = 0; i < lower.length; i++) out[i] = fit(lower[i], wanted) + 1;
  return out;
}

/** The best of what a text may mean: [{kind, text, note, hash, score}]. */
function find(map, text, most) {
  const found = [];
  if (text.trim() === "") return found;
  const offset = addressOf(map, text);
  if (offset >= 0) {
    const i = map.symbolAt(offset), s = map.sectionAt(offset);
    if (i >= 0) found.push({ kind: "address", text: map.symbolTitle(i) + plus(offset - map.symbolAddr(i)), note: map.addressText(offset), hash: map.symbolHash(i), score: 0 });
    if (s >= 0) found.push({ kind: "section", text: map.sectionName(s) + plus(offset - map.sections.addr[s]), note: map.fileLabel(map.sectionFile(s)), hash: map.sectionHash(s), score: 0 });
  }
  const hit = matches(map, text), better = [], other = map.doc.demangled, plainHit = {};
  for (const [k, s] of (other?.name || []).entries()) plainHit[s] = hit[other.plain?.[k] ?? -1];
  for (let f = 0; f < map.files.n; f++) {
    const a = map.files.archive ? map.files.archive[f] : -1, score = hit[map.files.name[f]] || (a >= 0 && hit[a] ? hit[a] + 0x40000 : 0);
    if (score) better.push({ kind: "file", of: f, score: score + 2 });
  }
  for (let i = 0; i < map.symbols.n; i++) {
    const plain = map.symbols.plain ? map.symbols.plain[i] : -1, name = hit[map.symbols.name[i]] || 0;
    const score = plain >= 0 && hit[plain] && (!name || hit[plain] < name) ? hit[plain] : name;
    if (score) better.push({ kind: "symbol", of: i, score });
  }
  for (let o = 0; o < map.outside.n; o++) {
    const plain = plainHit[map.outside.name[o]] || 0, name = hit[map.outside.name[o]] || 0, score = plain && (!name || plain < name) ? plain : name;
    if (score) better.push({ kind: "outside", of: o, score: score + 3 });
  }
  better.sort((a, b) => a.score - b.score);
  for (const b of better.slice(0, most)) found.push(described(map, b));
  return found;
}

const plus = (n) => (n > 0 ? "+" + hex(n) : "");

function described(map, b) {
  if (b.kind === "file") return { ...b, text: map.fileLabel(b.of), note: map.files.size ? size(map.files.size[b.of]) : "", hash: map.fileHash(b.of) };
  if (b.kind === "outside") return { ...b, text: map.plainOf(map.outsideName(b.of)), note: "from " + shown(map.str(map.outside.from?.[b.of] ?? -1), 60), hash: "#sym=" + enc(map.outsideName(b.of)) };
  return { ...b, text: map.symbolTitle(b.of), note: map.fileShort(map.symbolFile(b.of)), hash: map.symbolHash(b.of) };
}

/** The field in the head of the page, with the list below it. */
function searchField(map, go) {
  const field = byId("search"), list = byId("hits");
  let found = [], at = -1, timer = 0;

  /** Nothing waits to show what has been typed. */
  function rest() {
    clearTimeout(timer);
    timer = 0;
  }

  function close() {
    rest();
    list.hidden = true;
    field.setAttribute("aria-expanded", "false");
    field.removeAttribute("aria-activedescendant");
    at = -1;
  }

  function mark(k) {
    at = k;
    for (const [i, e] of [...list.children].entries()) e.setAttribute("aria-selected", String(i === at));
    if (at >= 0 && list.children[at]) {
      field.setAttribute("aria-activedescendant", "hit-" + at);
      list.children[at].scrollIntoView({ block: "nearest" });
    }
  }

  function update() {
    rest();
    const text = field.value;
    found = text.trim() === "" ? [] : find(map, text, 40);
    if (text.trim() === "") return close();
    list.replaceChildren(...found.map((f, k) => h("div", { role: "option", id: "hit-" + k, class: "hit", "aria-selected": "false", on: { mousedown: (ev) => { ev.preventDefault(); take(k); } } },
      h("span", { class: "tag tag-" + f.kind }, f.kind), nameOf(f.text, 160), h("span", { class: "dim end" }, shown(f.note, 80)))));
    if (found.length === 0) list.append(h("div", { role: "option", class: "hit dim", "aria-disabled": "true", "aria-selected": "false" }, "Nothing has this in its name."));
    list.hidden = false;
    list.scrollTop = 0;
    field.setAttribute("aria-expanded", "true");
    byId("live").textContent = found.length === 0 ? "nothing found" : plural(found.length, "hit");
    mark(found.length > 0 ? 0 : -1);
  }

  function take(k) {
    if (!found[k]) return;
    close();
    field.blur();
    go(found[k].hash);
  }

  const soon = () => { rest(); timer = setTimeout(update, map.symbols.n > 50000 ? 80 : 20); };
  field.addEventListener("input", soon);
  field.addEventListener("focus", () => { if (field.value.trim() !== "") soon(); });
  field.addEventListener("blur", close);
  field.addEventListener("keydown", (ev) => {
    // Keys that choose do so among what the text finds, not among what the list shows until that is looked for.
    if (timer !== 0 && ["Enter", "ArrowDown", "ArrowUp"].includes(ev.key)) update();
    if (ev.key === "Escape") {
      if (list.hidden) { field.value = ""; field.blur(); } else close();
    } else if (ev.key === "Enter") {
      if (list.hidden || found.length === 0 || at < 0) update();
      take(Math.max(at, 0));
    } else if ((ev.key === "ArrowDown" || ev.key === "ArrowUp") && found.length > 0) {
      if (list.hidden) update();
      else mark((at + (ev.key === "ArrowDown" ? 1 : found.length - 1)) % found.length);
    } else return;
    ev.preventDefault();
    ev.stopPropagation();
  });
}
