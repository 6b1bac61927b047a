"use strict";
(() => {
const map = JSON.parse(document.getElementById("map").textContent);
const table = document.createElement("table");
const row = (...cells) => {
  const tr = table.insertRow();
  for (const c of cells) tr.insertCell().textContent = c;
};
map.files.name.forEach((s, i) => row(map.strings[s], map.files.size[i]));
document.getElementById("app").append(table);
})();
