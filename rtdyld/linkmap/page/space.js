// The address space: all of it as a strip with logarithmic gaps, and a part of the image to scale, which is zoomed into.
"use strict";

function spaceView(map) {
  const blocks = blockRanges(map), libraries = libraryRanges(map);
  if (blocks.length === 0) return h("div", null, notRecorded("Addresses"));
  const strip = stripOf([...blocks, ...libraries]);
  const over = h("canvas", { class: "strip", role: "img", "aria-label": "Address space: " + plural(blocks.length, "block") + ", " + plural(libraries.length, "library", "libraries") + "; the table below has the same" });
  const canvas = h("canvas", { class: "lanes", tabindex: "0", role: "img", "aria-label": "Sections, symbols, stubs and GOT entries by address", "aria-describedby": "space-keys" });
  const tip = h("div", { class: "tip", hidden: true }), what = h("p", { class: "dim", "aria-live": "polite" });
  const lanes = new Lanes(map, canvas, tip, what);
  const button = (text, name, f) => h("button", { type: "button", class: "tool", "aria-label": name, on: { click: f } }, text);
  new Strip(strip, over, blocks, (r) => lanes.range(r.start, r.end));
  const first = blocks[0], last = blocks[blocks.length - 1], largest = blocks.reduce((a, b) => (b.end - b.start > a.end - a.start ? b : a));
  lanes.range(...(last.end - first.start < 4 * blocks.reduce((n, b) => n + b.end - b.start, 0) ? [first.start, last.end] : [largest.start, largest.end]));
  return h("div", { class: "page" },
    part("The whole address space", "logarithmic: a block opens below", h("div", { class: "strip-box" }, over)),
    part("To scale", null,
      h("div", { class: "bar-tools" }, button("+", "Closer", () => lanes.zoom(0.5)), button("−", "Farther", () => lanes.zoom(2)), button("←", "To lower addresses", () => lanes.pan(-0.4)), button("→", "To higher addresses", () => lanes.pan(0.4)), what),
      h("div", { class: "lanes-box" }, canvas, tip),
      h("p", { class: "legend", id: "space-keys" }, legend(), h("span", { class: "key" }, h("span", { class: "swatch swatch-stub" }), "stub"), h("span", { class: "key" }, h("span", { class: "swatch swatch-slot" }), "GOT entry"), h("span", { class: "dim keys-note" }, "+ and − zoom, arrows move, Enter opens what is in the middle."))),
    part("Ranges", null, rangeTable(map, blocks, libraries)),
    part("Sections by address", null, sectionTable(map, map.sectionsByAddress, "Sections by address")));
}

class Strip {
  constructor(strip, canvas, blocks, open) {
    Object.assign(this, { strip, canvas });
    new ResizeObserver(() => this.draw()).observe(canvas);
    canvas.repaint = () => this.draw();
    canvas.addEventListener("click", (ev) => {
      const at = ev.offsetX / canvas.clientWidth, r = strip.find((x) => at >= x.from && at < x.to);
      if (r && r.kind === "block") open(r);
    });
  }

  draw() {
    const pen = sharpPen(this.canvas);
    if (!pen) return;
    const { ctx, w } = pen, c = themeColours(), top = 26, tall = 46;
    ctx.font = "11px " + c.font;
    ctx.textBaseline = "middle";
    let labelled = -1e9, below = -1e9;
    for (const r of this.strip) {
      const x = r.from * w, wide = (r.to - r.from) * w;
      if (r.kind === "gap") {
        ctx.strokeStyle = c.dim;
        ctx.setLineDash([2, 3]);
        line(ctx, x, top + tall / 2, x + wide, top + tall / 2);
        ctx.setLineDash([]);
        const text = size(r.end - r.start), t = ctx.measureText(text).width, at = x + wide / 2 - t / 2;
        if (at > below + 6 && at >= 0 && at + t <= w && wide > 18) {
          ctx.fillStyle = c.dim;
          ctx.fillText(text, at, top + tall + 14);
          below = at + t;
        }
        continue;
      }
      ctx.fillStyle = r.kind === "block" ? c[r.perm] : c.mixed;
      ctx.fillRect(x + 0.5, top, Math.max(2, wide - 1), tall);
      if (r.kind === "library") {
        ctx.strokeStyle = c.dim;
        ctx.strokeRect(x + 1, top + 0.5, Math.max(1, wide - 2), tall - 1);
      }
      const name = shown(r.kind === "block" ? r.name + " · " + size(r.end - r.start) : baseName(r.name), 40), t = ctx.measureText(name).width;
      ctx.fillStyle = c.ink;
      if (t + 8 < wide) ctx.fillText(name, x + (wide - t) / 2, top + tall / 2);
      else if (x + wide / 2 - t / 2 > labelled + 8 && x + wide / 2 + t / 2 < w && x + wide / 2 - t / 2 > 0) {
        ctx.fillText(name, x + wide / 2 - t / 2, 12);
        labelled = x + wide / 2 + t / 2;
      }
    }
  }
}

function line(ctx, x1, y1, x2, y2) {
  ctx.beginPath();
  ctx.moveTo(x1, y1);
  ctx.lineTo(x2, y2);
  ctx.stroke();
}

/** Sections, symbols, stubs and GOT entries between two addresses, one lane each. */
class Lanes {
  constructor(map, canvas, tip, what) {
    Object.assign(this, { map, canvas, tip, what, from: 0, to: 1, drag: null });
    const ends = map.sectionsByAddress;
    this.end = ends.reduce((end, s) => (map.sectionBytes(s) ? Math.max(end, map.sections.addr[s] + map.sectionSize(s)) : end), blockRanges(map).reduce((end, b) => Math.max(end, b.end), 1));
    new ResizeObserver(() => this.draw()).observe(canvas);
    canvas.repaint = () => this.draw();
    canvas.addEventListener("wheel", (ev) => {
      if (!ev.ctrlKey && !ev.metaKey && !ev.shiftKey) return;
      ev.preventDefault();
      this.zoom(ev.deltaY + ev.deltaX > 0 ? 1.25 : 0.8, this.offset(ev));
    }, { passive: false });
    canvas.addEventListener("pointerdown", (ev) => { this.drag = { x: ev.offsetX, from: this.from, to: this.to, moved: false }; canvas.setPointerCapture(ev.pointerId); });
    canvas.addEventListener("pointermove", (ev) => this.moved(ev));
    canvas.addEventListener("pointerup", (ev) => { const d = this.drag; this.drag = null; if (d && !d.moved) this.open(ev); });
    canvas.addEventListener("pointerleave", () => { tip.hidden = true; });
    canvas.addEventListener("keydown", (ev) => this.key(ev));
  }

  range(from, to) {
    const least = Math.min(64, this.end);
    if (to - from < least) { const mid = (from + to) / 2; from = mid - least / 2; to = mid + least / 2; }
    const wide = Math.min(to - from, this.end);
    this.from = Math.max(0, Math.min(from, this.end - wide));
    this.to = this.from + wide;
    this.what.textContent = addressOfOffset(this.map, this.from) + " – " + addressOfOffset(this.map, this.to) + ", " + size(wide);
    this.draw();
  }

  zoom(by, at = (this.from + this.to) / 2) { this.range(at - (at - this.from) * by, at + (this.to - at) * by); }
  pan(by) { const d = (this.to - this.from) * by; this.range(this.from + d, this.to + d); }
  offset(ev) { return this.from + ((this.to - this.from) * ev.offsetX) / this.canvas.clientWidth; }

  key(ev) {
    if (ev.key === "+" || ev.key === "=") this.zoom(0.5);
    else if (ev.key === "-") this.zoom(2);
    else if (ev.key === "ArrowLeft") this.pan(-0.2);
    else if (ev.key === "ArrowRight") this.pan(0.2);
    else if (ev.key === "Enter") this.go((this.from + this.to) / 2);
    else return;
    ev.preventDefault();
  }

  moved(ev) {
    const d = this.drag;
    if (d && Math.abs(ev.offsetX - d.x) > 3) d.moved = true;
    if (d && d.moved) {
      const by = ((d.x - ev.offsetX) * (d.to - d.from)) / this.canvas.clientWidth;
      this.range(d.from + by, d.to + by);
      this.tip.hidden = true;
      return;
    }
    const at = Math.floor(this.offset(ev)), s = this.map.sectionAt(at), i = this.map.symbolAt(at);
    this.tip.hidden = s < 0;
    if (s < 0) return;
    this.tip.replaceChildren(nameOf(i >= 0 ? this.map.symbolTitle(i) : this.map.sectionName(s), 160), h("span", { class: "dim" }, [addressOfOffset(this.map, at), shown(this.map.fileLabel(this.map.sectionFile(s)), 80), shown(this.map.sectionName(s), 80)].join(" · ")));
    const w = this.tip.offsetWidth;
    this.tip.style.setProperty("left", Math.max(0, Math.min(ev.offsetX + 12, this.canvas.clientWidth - w)) + "px");
    this.tip.style.setProperty("top", "96px");
  }

  open(ev) { this.go(Math.floor(this.offset(ev)), ev.offsetY < 82); }

  go(at, section) {
    const i = section ? -1 : this.map.symbolAt(at), s = this.map.sectionAt(at);
    if (i >= 0) location.hash = this.map.symbolHash(i);
    else if (s >= 0) location.hash = this.map.sectionHash(s);
  }

  draw() {
    const pen = sharpPen(this.canvas);
    if (!pen) return;
    const { ctx, w } = pen, c = themeColours(), map = this.map, scale = w / (this.to - this.from);
    const at = (v) => (v - this.from) * scale;
    ctx.font = "11px " + c.font;
    ctx.textBaseline = "middle";
    this.axis(ctx, w, c);
    for (const s of map.sectionsByAddress) {
      const a = map.sections.addr[s], e = a + map.sectionSize(s);
      if (a >= 0 && a < this.to && e > this.from && map.sectionBytes(s)) laneBox(ctx, c, c[map.sectionPerm(s)], Math.max(-1, at(a)), Math.min(w + 1, at(e)), 24, 52, () => shown(map.sectionName(s), 80) || shown(map.fileLabel(map.sectionFile(s)), 80));
    }
    let until = -1;
    for (const i of map.byAddress) {
      const a = map.symbolAddr(i), e = a + map.symbolSize(i);
      if (a < 0 || a >= this.to || e <= this.from) continue;
      const x = at(a), end = at(e);
      if (end - until < 0.7) continue; // no more than a box a pixel
      until = end;
      laneBox(ctx, c, c.other, Math.max(-1, x), Math.min(w + 1, end), 84, 24, () => shown(map.symbolTitle(i), 80));
    }
    for (const [t, colour, y] of [[map.stubs, c.stub, 116], [map.slots, c.slot, 128]]) {
      ctx.fillStyle = colour;
      for (const a of t.addr || []) if (a >= this.from && a <= this.to) ctx.fillRect(at(a) - 0.5, y, 2, 10);
    }
    ctx.fillStyle = c.line;
    ctx.fillRect(0, 126, w, 1);
  }

  axis(ctx, w, c) {
    let step = 1;
    while (step * (w / (this.to - this.from)) < 96) step *= 2;
    ctx.fillStyle = c.dim;
    ctx.strokeStyle = c.line;
    for (let v = Math.ceil(this.from / step) * step; v < this.to; v += step) {
      const x = ((v - this.from) * w) / (this.to - this.from);
      line(ctx, Math.round(x) + 0.5, 16, Math.round(x) + 0.5, 140);
      if (x + 70 < w) ctx.fillText("+" + hex(v), x + 4, 10);
    }
  }
}

function laneBox(ctx, c, fill, x, end, y, tall, name) {
  const wide = end - x;
  ctx.fillStyle = fill;
  ctx.fillRect(x, y, Math.max(0.7, wide), tall);
  if (wide < 4) return;
  ctx.strokeStyle = c.line;
  ctx.strokeRect(x + 0.5, y + 0.5, wide - 1, tall - 1);
  if (wide < 30) return;
  ctx.fillStyle = c.ink;
  ctx.fillText(cutText(ctx, name(), wide - 8), x + 4, y + tall / 2);
}
