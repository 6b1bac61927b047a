// The page: what a link's hash shows, keys, colours, paper.
"use strict";

const views = [
  ["treemap", "Treemap", treemapView], ["space", "Address space", spaceView], ["symbols", "Symbols", symbolsView], ["files", "Files", filesView],
  ["problems", "Problems", problemsView], ["relocs", "Relocations", relocsView], ["steps", "Steps", stepsView], ["compare", "Compare", compareView],
];

/** What a hash asks for: #view=symbols&q=x, or #sym=, #file=, #sec= with all of the rest as a name. */
function routeOf(hash) {
  const m = /^#(sym|file|sec)=(.*)$/s.exec(hash);
  if (m) return { page: m[1], name: dec(m[2]), params: new Map() };
  const params = new Map(hash.slice(1).split("&").filter(Boolean).map((p) => {
    const at = p.indexOf("=");
    return at < 0 ? [p, ""] : [p.slice(0, at), dec(p.slice(at + 1))];
  }));
  const view = views.find(([v]) => v === params.get("view")) ? params.get("view") : "";
  return { page: "view", name: view, params };
}

const tabOf = { sym: "symbols", file: "files", sec: "files" };

function showRoute(map) {
  const r = routeOf(location.hash), panel = byId("panel");
  const name = r.name || (map.doc.error ? "problems" : "treemap"), tab = tabOf[r.page] || name;
  for (const e of byId("tabs").children) {
    const on = e.id === "tab-" + tab;
    e.setAttribute("aria-selected", String(on));
    e.tabIndex = on ? 0 : -1;
    if (on) e.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  panel.setAttribute("aria-labelledby", "tab-" + tab);
  let content;
  try {
    content = r.page === "sym" ? symbolView(map, r.name) : r.page === "file" ? fileView(map, r.name) : r.page === "sec" ? sectionView(map, r.name) : views.find(([v]) => v === name)[2](map, r.params);
  } catch (err) {
    console.error(err);
    content = h("p", { class: "none" }, "This part of the map cannot be shown: " + err.message);
  }
  panel.replaceChildren(...(r.page === "view" ? [h("h2", { class: "unseen" }, views.find(([v]) => v === name)[1])] : []), content);
  panel.scrollTop = 0;
  byId("main").scrollTop = 0;
  document.title = [r.page === "view" ? views.find(([v]) => v === name)[1] : shown(r.name, 80), titleOf(map)].join(" – ");
}

const titleOf = (map) => shown(map.doc.title || "Link map", 200);

function makeTabs(map) {
  const problems = [map.doc.undefined?.name, map.doc.duplicates?.name].reduce((n, l) => n + (l ? l.length : 0), map.doc.error ? 1 : 0);
  for (const [id, name] of views) {
    byId("tabs").append(h("a", { role: "tab", id: "tab-" + id, href: "#view=" + id, "aria-controls": "panel", "aria-selected": "false", tabindex: "-1" }, name, id === "problems" && problems ? h("span", { class: "badge" }, count(problems)) : null));
  }
  byId("tabs").addEventListener("keydown", (ev) => {
    const all = [...byId("tabs").children], k = all.indexOf(document.activeElement);
    const to = { ArrowRight: k + 1, ArrowLeft: k - 1, Home: 0, End: all.length - 1 }[ev.key];
    if (k < 0 || to === undefined) { if (ev.key === " ") { ev.preventDefault(); document.activeElement.click(); } return; }
    ev.preventDefault();
    const next = all[(to + all.length) % all.length];
    next.focus();
    location.hash = next.getAttribute("href");
  });
}

function showBanner(map) {
  const e = map.doc.error;
  if (!e) return;
  byId("banner").hidden = false;
  byId("banner").replaceChildren(h("strong", null, "The link failed. "), h("span", { class: "mono" }, h("bdi", null, shown(e.text || "", 600))), " ", link("#view=problems", "Details"));
}

const themes = { auto: ["Auto", "Auto: colours as the system has them"], light: ["Light", "Light colours"], dark: ["Dark", "Dark colours"] };

function setTheme(name) {
  if (name === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
  byId("theme").textContent = themes[name][0];
  byId("theme").setAttribute("aria-label", themes[name][1]);
  byId("theme").dataset.now = name;
  try { localStorage.setItem("rtdyld-theme", name); } catch { /* a page from a file may keep nothing */ }
  repaint();
}

function repaint() {
  for (const c of document.querySelectorAll("canvas")) if (c.repaint) c.repaint();
}

function startThemes() {
  let name = "auto";
  try { name = localStorage.getItem("rtdyld-theme") || "auto"; } catch { /* likewise */ }
  setTheme(themes[name] ? name : "auto");
  byId("theme").addEventListener("click", () => {
    const all = Object.keys(themes);
    setTheme(all[(all.indexOf(byId("theme").dataset.now) + 1) % all.length]);
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repaint);
}

/** Paper is light, and has the first rows of long tables. */
function startPrinting() {
  const paper = (on) => {
    document.documentElement.classList.toggle("paper", on);
    for (const g of document.querySelectorAll(".grid")) if (g.onPaper) g.onPaper(on);
    repaint();
  };
  addEventListener("beforeprint", () => paper(true));
  addEventListener("afterprint", () => paper(false));
}

const keyHelp = [
  ["/", "search"], ["↑ ↓ ← →", "move in lists, tables, the treemap"], ["Enter", "open"], ["Backspace", "one level up in the treemap, else back"], ["1 – 8", "a view"], ["f", "filter, where there is one"], ["t", "light, dark, as the system"], ["Esc", "close, leave the field"], ["?", "this"],
];

function startHelp() {
  const dialog = byId("keys");
  dialog.append(h("h2", { id: "keys-title" }, "Keys and colours"), h("dl", { class: "keys" }, keyHelp.map(([k, what]) => h("div", null, h("dt", null, h("kbd", null, k)), h("dd", null, what)))), legend(),
    h("p", { class: "dim" }, "Links to a symbol: ", h("code", null, "#sym=main"), ", to a file: ", h("code", null, "#file=main.o"), ". An address in the search finds what lies there; ", h("code", null, "+1f0"), " counts from the base."),
    h("form", { method: "dialog" }, h("button", { class: "tool" }, "Close")));
  byId("help").addEventListener("click", () => dialog.showModal());
}

function startKeys() {
  addEventListener("keydown", (ev) => {
    if (ev.defaultPrevented || ev.ctrlKey || ev.metaKey || ev.altKey || byId("keys").open) return;
    if (ev.target.closest?.("input, select, textarea")) {
      if (ev.key === "Escape") ev.target.blur();
      return;
    }
    if (ev.key === "/") { byId("search").focus(); byId("search").select(); }
    else if (ev.key === "?") byId("keys").showModal();
    else if (ev.key === "f" && byId("filter")) byId("filter").focus();
    else if (ev.key === "t") byId("theme").click();
    else if (/^[1-8]$/.test(ev.key) && views[ev.key - 1]) location.hash = "#view=" + views[ev.key - 1][0];
    else if (ev.key === "Backspace") history.back();
    else if (ev.key === "Escape" && routeOf(location.hash).params.get("in")) history.back();
    else return;
    ev.preventDefault();
  });
}

function start() {
  startThemes();
  startHelp();
  startKeys();
  startPrinting();
  byId("skip").addEventListener("click", () => byId("panel").focus());
  requestAnimationFrame(() => setTimeout(load)); // the head is seen before the map is read
}

async function load() {
  let map;
  try {
    const e = byId("map"); // a large one is compressed
    map = new LinkMap(e.type === "text/plain" ? await unpack(e.textContent.trim()) : JSON.parse(e.textContent));
  } catch (err) {
    byId("panel").replaceChildren(h("p", { class: "none" }, "The map in this page cannot be read: " + err.message));
    return;
  }
  byId("map").remove();
  byId("title").textContent = titleOf(map);
  byId("triple").textContent = shown(map.doc.triple || "", 80);
  makeTabs(map);
  showBanner(map);
  const go = (hash) => {
    if (location.hash === hash) showRoute(map);
    else location.hash = hash;
    byId("panel").focus({ preventScroll: true });
  };
  searchField(map, go);
  addEventListener("hashchange", () => showRoute(map));
  showRoute(map);
  performance.mark("shown");
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();
