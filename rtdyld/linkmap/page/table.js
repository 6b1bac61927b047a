// Tables of any length: of the rows those are elements that are seen.
"use strict";

const tallest = 8e6; // pixels that a browser surely scrolls over; longer tables scroll faster
const printed = 300; // rows that go to paper

/**
 * A table. columns: {name, width: a CSS grid track, end: right-aligned, low: 1 left out when narrow, 2 on phones, cell(i): node or
 * text, by(i): what it sorts by, down: sorts from the largest first}; open(i) is where a row leads.
 * The result has element, show(order) for other rows, and sort(column).
 */
function bigTable({ label, columns, n, open, sorted = -1, rowHeight = 30, empty = "Nothing here." }) {
  const id = "t" + ++bigTable.made;
  const space = h("div", { class: "space", role: "none" });
  const none = h("p", { class: "none", hidden: true }, empty);
  const heads = columns.map((c, k) => h("div", { role: "columnheader", class: cellClass(c), "aria-colindex": k + 1 },
    c.by ? h("button", { type: "button", tabindex: "-1", on: { click: () => sort(k) } }, c.name) : c.name));
  const head = h("div", { role: "row", class: "row head", "aria-rowindex": 1 }, heads);
  const element = h("div", { class: "grid", role: "grid", tabindex: "0", "aria-label": label, "aria-colcount": columns.length }, head, space, none);
  for (const [name, low] of [["--cols", 0], ["--cols-narrow", 1], ["--cols-phone", 2]]) {
    element.style.setProperty(name, columns.filter((c) => !c.low || low === 0 || (low === 1 && c.low === 2)).map((c) => c.width).join(" "));
  }
  element.style.setProperty("--row", rowHeight + "px");
  let order = null, total = 0, by = -1, down = false, current = -1, queued = false, paper = false;

  const item = (k) => (order ? order[k] : k);
  const height = () => Math.min(total * rowHeight, tallest);
  const headHeight = () => head.offsetHeight || rowHeight;
  const seen = () => Math.max(1, element.clientHeight - headHeight());

  /** The first row, not whole, that is seen. */
  function first() {
    const most = height() - seen();
    if (most <= 0) return 0;
    return total * rowHeight <= tallest ? element.scrollTop / rowHeight : (element.scrollTop / most) * (total - seen() / rowHeight);
  }

  function draw() {
    queued = false;
    const from = first(), whole = total * rowHeight <= tallest;
    const a = paper ? 0 : Math.max(0, Math.floor(from) - 4), b = paper ? Math.min(total, printed) : Math.min(total, Math.ceil(from + seen() / rowHeight) + 4);
    const rows = [];
    for (let k = a; k < b; k++) {
      const i = item(k);
      const row = h("div", { role: "row", class: "row" + (k % 2 ? " odd" : "") + (k === current ? " current" : ""), id: id + "-" + k, "aria-rowindex": k + 2, data: { k } },
        columns.map((c, j) => h("div", { role: "gridcell", class: cellClass(c), "aria-colindex": j + 1 }, c.cell(i))));
      if (!paper) row.style.setProperty("top", (whole ? k * rowHeight : element.scrollTop + (k - from) * rowHeight) + "px");
      rows.push(row);
    }
    if (paper && total > b) rows.push(h("p", { class: "none" }, "and " + count(total - b) + " more"));
    space.replaceChildren(...rows);
    if (current >= a && current < b) element.setAttribute("aria-activedescendant", id + "-" + current);
    else element.removeAttribute("aria-activedescendant");
  }

  function soon() {
    if (!queued) { queued = true; requestAnimationFrame(draw); }
  }

  /** Shows these rows, sorted as before. */
  function show(rows, keep) {
    order = rows;
    total = rows ? rows.length : n;
    if (by >= 0) resort();
    current = -1;
    if (!keep) element.scrollTop = 0;
    space.style.setProperty("height", height() + "px");
    element.setAttribute("aria-rowcount", total + 1);
    none.hidden = total > 0;
    soon();
  }

  function resort() {
    const c = columns[by], rows = order ? Array.from(order) : Array.from({ length: total }, (_, i) => i);
    const keys = new Map(rows.map((i) => [i, c.by(i)]));
    const sign = down ? -1 : 1;
    rows.sort((x, y) => {
      const a = keys.get(x), b = keys.get(y);
      return a < b ? -sign : a > b ? sign : x - y;
    });
    order = rows;
  }

  function sort(k, to) {
    down = to ?? (by === k ? !down : !!columns[k].down);
    by = k;
    for (const [j, e] of heads.entries()) {
      if (j === k) e.setAttribute("aria-sort", down ? "descending" : "ascending");
      else e.removeAttribute("aria-sort");
    }
    show(order);
  }

  function move(k) {
    current = Math.max(0, Math.min(total - 1, k));
    const top = first(), rows = seen() / rowHeight, step = total * rowHeight <= tallest ? rowHeight : (height() - seen()) / Math.max(1, total - rows);
    if (current < top) element.scrollTop = current * step;
    else if (current + 1 > top + rows) element.scrollTop = (current + 1 - rows) * step;
    draw();
  }

  element.addEventListener("scroll", soon, { passive: true });
  element.addEventListener("keydown", (ev) => {
    const page = Math.max(1, Math.floor(seen() / rowHeight) - 1);
    const to = { ArrowDown: current + 1, ArrowUp: current - 1, PageDown: Math.max(current, Math.floor(first())) + page, PageUp: current - page, Home: 0, End: total - 1 }[ev.key];
    if (total > 0 && to !== undefined) move(to);
    else if (ev.key === "Enter" && current >= 0 && open && ev.target === element) location.hash = open(item(current));
    else return;
    ev.preventDefault();
  });
  element.addEventListener("click", (ev) => {
    const row = ev.target.closest(".row[data-k]");
    if (!row) return;
    current = Number(row.dataset.k);
    if (open && !ev.target.closest("a, button") && String(getSelection()) === "") location.hash = open(item(current));
    else draw();
  });
  const watch = new ResizeObserver(soon);
  watch.observe(element);
  element.onPaper = (on) => { paper = on; draw(); };
  if (sorted >= 0) sort(sorted);
  else show(null);
  return { element, show, sort, get total() { return total; } };
}
bigTable.made = 0;

const cellClass = (c) => "cell" + (c.end ? " end num" : "") + (c.low ? " low" + c.low : "");

/** A small table, all of it. head: [text, right-aligned]; rows: lists of nodes or texts. */
function smallTable(caption, head, rows) {
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    h("table", null,
      h("caption", { class: "unseen" }, caption),
      h("thead", null, h("tr", null, head.map(([text, end]) => h("th", { scope: "col", class: end ? "end" : null }, text)))),
      h("tbody", null, rows.map((r) => h("tr", null, r.map((c, k) => h("td", { class: head[k][1] ? "end num" : null }, c)))))));
}
