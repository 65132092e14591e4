/* The choice of a version, and the filter of the table of rules. */
(function () {
  "use strict";

  function fillVersions() {
    const select = document.getElementById("versions");
    const versions = window.INSULATE_VERSIONS || [];
    if (!select || versions.length < 2) {
      if (select) select.parentElement.hidden = true;
      return;
    }
    for (const version of versions) {
      const option = new Option(version, version);
      option.selected = version === select.dataset.version;
      select.add(option);
    }
    select.addEventListener("change", function () {
      location.href = select.dataset.root + "../" + encodeURIComponent(select.value) + "/index.html";
    });
  }

  function addFilter() {
    const place = document.getElementById("rule-filter");
    const table = place && document.querySelector("table");
    if (!table) return;
    const label = document.createElement("label");
    label.textContent = "Filter: ";
    const input = document.createElement("input");
    input.type = "search";
    label.append(input);
    const count = document.createElement("output");
    place.append(label, count);
    const rows = [...table.tBodies[0].rows];
    function filter() {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const row of rows) {
        const text = row.textContent.toLowerCase();
        row.hidden = !words.every(word => text.includes(word));
        if (!row.hidden) shown++;
      }
      count.textContent = shown + " of " + rows.length + " rules";
    }
    input.addEventListener("input", filter);
    filter();
  }

  document.addEventListener("DOMContentLoaded", function () {
    fillVersions();
    addFilter();
  });
})();
