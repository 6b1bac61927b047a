// The treemap: a canvas, and a list of the same parts beside it.
"use strict";

function treemapView(map, params) {
  if (map.sections.n === 0) return h("div", null, notRecorded("Sections"));
  const path = pathTo(map, params.get("in")), here = path[path.length - 1];
  const canvas = h("canvas", { class: "canvas", tabindex: "0", role: "img", "aria-describedby": "treemap-keys",
    "aria-label": "Treemap of " + shown(here.name, 80) + ", " + size(here.bytes) + ": " + plural(here.children.length, "part") });
  const box = h("div", { class: "treemap-box" }, canvas);
  const tip = h("div", { class: "tip", hidden: true });
  box.append(tip);
  const view = new Treemap(map, canvas, tip, path);
  const list = partList(map, here, (p) => view.mark(p));
  return h("div", { class: "treemap" }, path.length === 1 ? summary(map) : null, crumbs(path),
    h("div", { class: "split" }, box, list),
    h("p", { id: "treemap-keys", class: "legend" }, legend(), h("span", { class: "dim keys-note" }, "Arrows move, Enter goes in, Backspace goes out.")));
}

const treeHash = (p) => "#view=treemap" + (p.kind === "all" ? "" : "&in=" + p.key);

/** Where a part leads: further in if it has parts, else to its page. */
const into = (p) => (p.children.length > 0 && p.kind !== "symbol" ? treeHash(p) : p.hash);

function crumbs(path) {
  const here = path[path.length - 1];
  const text = (p) => (p.kind === "all" ? p.name : nameOf(p.name, 60));
  const name = (p, last) => (last ? h("span", { "aria-current": "location" }, text(p)) : link(treeHash(p), text(p)));
  return h("nav", { class: "crumbs", "aria-label": "Where in the treemap" },
    h("ol", null, path.map((p, k) => h("li", null, name(p, k === path.length - 1)))),
    h("span", { class: "dim num" }, size(here.bytes)), here.hash ? link(here.hash, "its page") : null);
}

function legend() {
  return h("span", { class: "perms" }, Object.keys(permKinds).filter((k) => k !== "other").map((k) => h("span", { class: "key" }, permLabel(k), h("span", { class: "dim" }, permKinds[k].text))));
}

/** The figures of all the link, above the treemap. */
function summary(map) {
  const t = map.totals, tiles = [["memory", size(t.all), plural(t.all, "byte")]];
  for (const [k, name] of [["rx", "code"], ["ro", "read-only"], ["rw", "data"], ["zero", "zeros"], ["tls", "thread data"]]) if (t[k] > 0) tiles.push([name, size(t[k]), percent(t[k], t.all), k]);
  if (map.files.n) tiles.push(["files", count(map.files.n)]);
  if (map.symbols.n) tiles.push(["symbols", count(map.symbols.n)]);
  const relocations = (map.kinds.count || []).reduce((a, b) => a + b, 0);
  if (relocations) tiles.push(["relocations", count(relocations)]);
  const ns = map.doc.steps?.ns?.reduce((a, b) => a + b, 0);
  if (ns) tiles.push(["time", time(ns)]);
  return h("dl", { class: "tiles" }, tiles.map(([name, value, note, perm]) => h("div", { class: perm ? "tile perm-edge-" + perm : "tile" }, h("dt", null, name), h("dd", null, value, note ? h("span", { class: "dim note" }, note) : null))));
}

/** The parts as a list with bars: what the treemap shows, for the keyboard and screen readers. */
function partList(map, here, mark) {
  const parts = here.children;
  if (parts.length === 0) return h("div", { class: "parts" }, h("p", { class: "none" }, "No smaller parts are recorded."));
  const most = parts[0].bytes;
  const make = (k) => {
    const p = parts[k], hash = into(p), to = h("span", { class: "bar-of" });
    const e = h("li", { class: "part-row", on: { mouseenter: () => mark(p) } },
      hash ? link(hash, nameOf(p.name, 120)) : h("span", { class: "dim" }, shown(p.name, 120)), h("span", { class: "num" }, sizeCell(p.bytes)), h("span", { class: "num dim" }, percent(p.bytes, here.bytes)), to);
    const bar = h("span", { class: "bar perm-" + (p.perm === "other" ? "mixed" : p.perm) });
    bar.style.setProperty("width", (100 * p.bytes) / most + "%");
    to.append(bar);
    return e;
  };
  return h("div", { class: "parts", tabindex: "0", role: "region", "aria-label": "Parts by size" }, longList(parts.length, make, parts.length > 40 ? 20 : 40), here.kind === "section" ? null : largest(map, here));
}

/** The largest symbols of all that a part has. */
function largest(map, here) {
  const own = { all: () => true, archive: (f) => map.files.archive?.[f] === here.id, file: (f) => f === here.id, made: (f) => f < 0 }[here.kind];
  const bytes = (i) => (map.sectionBytes(map.symbolSection(i)) > 0 ? map.symbolSize(i) : 0), top = [];
  for (let i = 0; i < map.symbols.n; i++) {
    const n = bytes(i);
    if (n === 0 || (top.length === 15 && n <= top[14].n) || map.symbolSection(i) < 0 || !own(map.symbolFile(i))) continue;
    const at = top.findIndex((t) => n > t.n);
    top.splice(at < 0 ? top.length : at, 0, { i, n });
    top.length = Math.min(top.length, 15);
  }
  return top.length === 0 ? null : h("section", null, h("h3", null, "Largest symbols"), h("ul", { class: "plain" }, top.map(({ i, n }) => h("li", { class: "part-row" },
    link(map.symbolHash(i), nameOf(map.symbolTitle(i), 120)), h("span", { class: "num" }, sizeCell(n)), h("span", { class: "num dim" }, percent(n, here.bytes))))));
}

class Treemap {
  constructor(map, canvas, tip, path) {
    Object.assign(this, { map, canvas, tip, path, here: path[path.length - 1], boxes: [], marked: null });
    new ResizeObserver(() => this.draw()).observe(canvas.parentElement);
    canvas.repaint = () => this.draw();
    canvas.addEventListener("mousemove", (ev) => this.mark(this.at(ev)?.part, ev));
    canvas.addEventListener("mouseleave", () => this.mark(null));
    canvas.addEventListener("click", (ev) => this.enter(this.at(ev, ev.altKey || ev.detail > 1)?.part));
    canvas.addEventListener("keydown", (ev) => this.key(ev));
  }

  enter(p) {
    const hash = p && into(p);
    if (hash) location.hash = hash;
  }

  /** The box at a point: the outermost one, in which is the deepest that is told about. */
  at(ev, deepest = true) {
    const r = this.canvas.getBoundingClientRect(), x = ev.clientX - r.left, y = ev.clientY - r.top;
    const inside = this.boxes.filter((b) => x >= b.x && x < b.x + b.w && y >= b.y && y < b.y + b.h);
    return deepest ? inside[inside.length - 1] : inside[0];
  }

  key(ev) {
    if (this.boxes.length === 0) this.draw(); // a key may come before the first frame
    const top = this.boxes.filter((b) => b.depth === 0);
    if (ev.key === "Enter") this.enter(this.marked);
    else if (ev.key === "Backspace" && this.path.length > 1) location.hash = treeHash(this.path[this.path.length - 2]);
    else if (ev.key.startsWith("Arrow") && top.length > 0) {
      const now = top.find((b) => b.part === this.marked);
      this.mark((now ? nearestBox(top, now, ev.key) : top[0]).part, null, true);
    } else return;
    ev.preventDefault();
    ev.stopPropagation();
  }

  /** Draws a border around a part, and tells of it beside the pointer or, by the keyboard, to screen readers. */
  mark(part, ev, say) {
    if (part !== this.marked) {
      this.marked = part || null;
      this.draw();
      if (part && say) byId("live").textContent = shown(part.name, 120) + ", " + size(part.bytes) + ", " + percent(part.bytes, this.here.bytes);
    }
    const box = part && this.boxes.find((b) => b.part === part);
    this.tip.hidden = !box || !(ev || say);
    if (this.tip.hidden) return;
    this.tip.replaceChildren(nameOf(part.name, 200), h("span", { class: "dim" }, [part.kind === "rest" ? "" : part.kind, size(part.bytes), percent(part.bytes, this.here.bytes)].filter(Boolean).join(" · ")));
    const r = this.canvas.getBoundingClientRect(), x = ev ? ev.clientX - r.left : box.x + 8, y = ev ? ev.clientY - r.top : box.y + 8;
    const w = this.tip.offsetWidth, t = this.tip.offsetHeight;
    this.tip.style.setProperty("left", Math.max(0, Math.min(x + 14, r.width - w)) + "px");
    this.tip.style.setProperty("top", (y + 18 + t > r.height ? Math.max(0, y - t - 8) : y + 18) + "px");
  }

  draw() {
    const pen = sharpPen(this.canvas);
    if (!pen) return;
    const { ctx, w, h } = pen;
    this.ctx = ctx;
    this.colours = themeColours();
    this.boxes = [];
    ctx.fillStyle = this.colours.line;
    ctx.fillRect(0, 0, w, h);
    if (this.here.children.length > 0) squarify(this.here.children, 0, 0, w, h, (p, ...r) => this.box(p, 0, ...r));
    else this.box(this.here, 0, 0, 0, w, h);
    const b = this.boxes.find((x) => x.part === this.marked);
    if (b) {
      ctx.strokeStyle = this.colours.ink;
      ctx.lineWidth = 2;
      ctx.strokeRect(b.x + 1, b.y + 1, Math.max(1, b.w - 2), Math.max(1, b.h - 2));
    }
  }

  /** Draws a part in its rectangle, its own parts in it where there is room. */
  box(p, depth, x, y, w, h) {
    const ctx = this.ctx, c = this.colours;
    this.boxes.push({ part: p, depth, x, y, w, h });
    if (w < 1.5 || h < 1.5) { // many of them make a grey area
      ctx.fillStyle = c[p.perm === "other" ? "mixed" : p.perm];
      ctx.fillRect(x, y, Math.max(w, 0.5), Math.max(h, 0.5));
      return;
    }
    const kids = w * h > 60 && depth < 4 ? p.children : [], section = p.kind === "section";
    ctx.fillStyle = c[p.perm === "other" ? "mixed" : p.perm];
    ctx.fillRect(x + 0.5, y + 0.5, w - 1, h - 1);
    if (kids.length === 0) {
      if (w > 5 && h > 5) this.edge(x, y, w, h);
      if (w > 34 && h > 15) this.label(p, x + 5, y, w - 8, Math.min(h, 18), false);
      return;
    }
    const head = section ? (w > 90 && h > 70 ? 16 : 0) : w > 54 && h > 36 ? 17 : 0, pad = section ? 0 : w > 12 && h > 12 ? 2 : 0;
    if (head && !section) {
      ctx.fillStyle = c.panel;
      ctx.fillRect(x + 0.5, y + 0.5, w - 1, head);
    }
    if (head) this.label(p, x + 5, y, w - 9, head, true);
    squarify(kids, x + pad, y + (head || pad), w - 2 * pad, h - (head || pad) - pad, (q, ...r) => this.box(q, depth + 1, ...r));
    if (section) this.edge(x, y, w, h);
  }

  /** A thin line around a part, which its neighbours of one colour are told apart by. */
  edge(x, y, w, h) {
    this.ctx.globalAlpha = 0.28;
    this.ctx.strokeStyle = this.colours.dim;
    this.ctx.lineWidth = 1;
    this.ctx.strokeRect(Math.round(x) + 0.5, Math.round(y) + 0.5, Math.round(w) - 1, Math.round(h) - 1);
    this.ctx.globalAlpha = 1;
  }

  label(p, x, y, w, h, strong) {
    const ctx = this.ctx;
    ctx.font = (strong ? "600 " : "") + "11px " + this.colours.font;
    ctx.textBaseline = "middle";
    ctx.fillStyle = this.colours.ink;
    const cut = cutText(ctx, shown(p.name, 120), w);
    ctx.fillText(cut, x, y + h / 2 + 0.5);
    if (!strong || ctx.measureText(cut).width + 62 > w) return;
    ctx.font = "11px " + this.colours.font;
    ctx.fillStyle = this.colours.dim;
    ctx.textAlign = "right";
    ctx.fillText(size(p.bytes), x + w, y + h / 2 + 0.5);
    ctx.textAlign = "left";
  }
}

/** A text cut to a width, "" where nothing of it is to be read. */
function cutText(ctx, text, w) {
  const wide = ctx.measureText(text).width;
  if (wide <= w) return text;
  let n = Math.floor((text.length * (w - 8)) / wide);
  while (n > 1 && ctx.measureText(text.slice(0, n) + "…").width > w) n--;
  return n < 2 ? "" : text.slice(0, n).trimEnd() + "…";
}

/** The box nearest in the direction of an arrow. */
function nearestBox(boxes, from, key) {
  const horizontal = key === "ArrowLeft" || key === "ArrowRight", sign = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
  const cx = from.x + from.w / 2, cy = from.y + from.h / 2;
  let best = from, least = Infinity;
  for (const b of boxes) {
    const dx = b.x + b.w / 2 - cx, dy = b.y + b.h / 2 - cy, along = sign * (horizontal ? dx : dy), across = Math.abs(horizontal ? dy : dx);
    if (b !== from && along > 0.5 && along + 2 * across < least) { least = along + 2 * across; best = b; }
  }
  return best;
}

/** A canvas as large as its box in the pixels of the screen, and a pen for it; null while it has no size. */
function sharpPen(canvas) {
  const w = canvas.clientWidth, h = canvas.clientHeight, ratio = Math.min(3, devicePixelRatio || 1);
  if (w === 0 || h === 0) return null;
  if (canvas.width !== Math.round(w * ratio) || canvas.height !== Math.round(h * ratio)) {
    canvas.width = Math.round(w * ratio);
    canvas.height = Math.round(h * ratio);
  }
  const ctx = canvas.getContext("2d");
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.clearRect(0, 0, w, h);
  return { ctx, w, h };
}

/** The colours of the theme, for canvases. */
function themeColours() {
  const style = getComputedStyle(document.documentElement), out = {};
  for (const k of ["ink", "dim", "line", "panel", "bg", "accent", "soft", "mixed", "rx", "ro", "rw", "zero", "tls", "other", "stub", "slot", "hatch"]) out[k] = style.getPropertyValue("--" + k).trim();
  out.font = style.getPropertyValue("--sans").trim();
  return out;
}
