// Elements, and how numbers and names are written. Names come from objects and may be anything: they
// become text of nodes, never markup.
"use strict";

/**
 * An element. Of props, "on" has handlers, "data" data attributes, "vars" properties of its style; true is an attribute without
 * a value; null and false are left out.
 */
function h(tag, props, ...children) {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(props || {})) {
    if (v === null || v === undefined || v === false) continue;
    if (k === "on") for (const [type, f] of Object.entries(v)) e.addEventListener(type, f);
    else if (k === "data") Object.assign(e.dataset, v);
    else if (k === "vars") for (const [name, value] of Object.entries(v)) e.style.setProperty(name, value);
    else if (k === "class") e.className = v;
    else e.setAttribute(k, v === true ? "" : v);
  }
  add(e, children);
  return e;
}

function add(e, children) {
  for (const c of children) {
    if (Array.isArray(c)) add(e, c);
    else if (c !== null && c !== undefined && c !== false) e.append(c instanceof Node ? c : String(c));
  }
}

/** Attributes and properties may lead somewhere: a link is always to a place of this page. */
function link(hash, text, props) {
  return h("a", { ...props, href: hash.startsWith("#") ? hash : "#" }, text);
}

const byId = (id) => document.getElementById(id);

// Characters that are not seen, or turn the direction of what follows.
const unseen = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb]/gu;

/** A name with what would not be seen written as an escape, and cut where it is endless. */
function shown(name, most = 400) {
  let s = String(name);
  if (s.length > most) s = s.slice(0, most) + "…";
  return s.replace(unseen, (c) => "\\u{" + c.codePointAt(0).toString(16) + "}");
}

/** A name as code, whole in its tooltip. */
function nameOf(name, most) {
  const text = shown(name, most);
  return h("bdi", { class: "mono" }, text === "" ? "(no name)" : text);
}

const group = new Intl.NumberFormat("en");
const count = (n) => group.format(n);
const plural = (n, one, many = one + "s") => count(n) + "\u00a0" + (n === 1 ? one : many);

const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];

/** A size with its unit: 317 B, 4.2 KiB, 18.6 MiB. */
function size(n) {
  const neg = n < 0 ? "−" : "";
  let v = Math.abs(Number(n)), u = 0;
  while (v >= 1024 && u < units.length - 1) { v /= 1024; u++; }
  const text = u === 0 || v >= 99.95 ? Math.round(v).toString() : v.toFixed(1);
  return neg + text + "\u00a0" + units[u];
}

/** A size in a table: short, and exact in its tooltip. */
const sizeCell = (n) => (n < 0 ? h("span", { class: "dim" }, "–") : h("span", { title: plural(Number(n), "byte") }, size(n)));

/** A size, and how many bytes that is. */
const exactSize = (n) => h("span", null, size(n), n >= 1024 ? h("span", { class: "dim note" }, plural(n, "byte")) : null);

const signed = (n) => (n > 0 ? "+" : "") + size(n);
const percent = (part, all) => (all > 0 ? ((100 * part) / all).toFixed(part / all < 0.0995 ? 1 : 0) + "\u00a0%" : "–");

/** A time of so many nanoseconds. */
function time(ns) {
  if (ns < 1e3) return Math.round(ns) + "\u00a0ns";
  if (ns < 1e6) return (ns / 1e3).toFixed(1) + "\u00a0µs";
  if (ns < 1e9) return (ns / 1e6).toFixed(ns < 1e8 ? 1 : 0) + "\u00a0ms";
  return (ns / 1e9).toFixed(2) + "\u00a0s";
}

const hex = (n) => "0x" + n.toString(16);

function enc(s) {
  s = String(s);
  return encodeURIComponent(s.toWellFormed ? s.toWellFormed() : s.replace(/[\ud800-\udfff]/gu, "\ufffd"));
}

function dec(s) {
  try { return decodeURIComponent(s); } catch { return s; }
}

const notRecorded = (what) => h("p", { class: "none" }, what + ": not recorded in this map.");

/** The permissions of memory, as a small label in their colour. */
function permLabel(kind) {
  const p = permKinds[kind] || permKinds.other;
  return h("span", { class: "perm perm-" + kind, title: p.text }, p.short);
}

const permKinds = {
  rx: { short: "r-x", text: "code: read and run" },
  ro: { short: "r--", text: "read only" },
  rw: { short: "rw-", text: "data: read and written" },
  zero: { short: "rw0", text: "zeros: memory that no file has" },
  tls: { short: "tls", text: "data of each thread" },
  other: { short: "---", text: "other" },
};

/** A definition list of pairs; those whose value is null are left out. */
function facts(pairs) {
  return h("dl", { class: "facts" }, pairs.filter(([, v]) => v !== null && v !== undefined).map(([k, v]) => h("div", null, h("dt", null, k), h("dd", null, v))));
}

/** A list that shows its first elements, and more when asked. */
function longList(n, make, step = 100) {
  const list = h("ul", { class: "plain" });
  const more = h("button", { type: "button", class: "more", on: { click: () => grow(step * 10) } });
  let at = 0;
  function grow(by) {
    const end = Math.min(n, at + by);
    for (; at < end; at++) list.append(make(at));
    more.hidden = at >= n;
    more.textContent = "Show more of " + count(n - at);
  }
  grow(step);
  return h("div", null, list, more);
}

/** A part of a page with a heading; "open" false is closed at first. */
function part(title, note, ...children) {
  return h("section", { class: "part" }, h("h3", null, title, note ? h("span", { class: "dim note" }, note) : null), children);
}
