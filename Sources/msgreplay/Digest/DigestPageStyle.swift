/// What the page of a digest has beside the style sheet of all pages: a few rules, and the script that sorts its table.
enum DigestPageStyle {
    static let sheet = """
        h3 { font-size: 0.93rem; font-weight: 600; margin: 14px 0 8px; } h2 + h3 { margin-top: 0; }
        q { overflow-wrap: anywhere; }
        .words { list-style: none; margin: 0 0 8px; padding: 0; columns: 5 150px; column-gap: 24px; }
        .words li { display: flex; justify-content: space-between; gap: 8px; padding: 2px 6px; break-inside: avoid; margin-bottom: 3px;
          border-radius: 3px; background: linear-gradient(to right, var(--code) var(--share), transparent var(--share)); }
        .words span:first-child { overflow-wrap: anywhere; }
        .groups { font-size: 0.88rem; } .groups td.notes { min-width: 260px; overflow-wrap: anywhere; }
        .groups svg.thin { width: 84px; } .groups tbody th { min-width: 7em; }
        .groups p.latest { margin: 0; } td.notes p { max-width: 44em; }
        thead button { font: inherit; color: inherit; background: none; border: 0; padding: 2px 0; cursor: pointer; text-decoration: underline dotted; }
        th[aria-sort] button { color: var(--ink); font-weight: 600; text-decoration: none; }
        th[aria-sort="descending"] button::after { content: " ▾"; } th[aria-sort="ascending"] button::after { content: " ▴"; }
        @media (max-width: 640px) {
          .cards.groups tbody th.whole, .cards.groups td.name, .cards.groups td.notes { grid-column: 1 / 4; }
          .cards.groups td.notes { min-width: 0; } .cards.groups svg.thin { width: 100%; margin-left: 0; }
          .cards.groups.ready thead { position: static; clip-path: none; width: auto; height: auto; display: block; }
          .cards.groups.ready thead tr { display: flex; flex-wrap: wrap; gap: 4px 14px; border-color: var(--soft); }
          .cards.groups.ready thead th:not([data-sort]) { display: none; }
        }
        @media print { thead button { text-decoration: none; } }
        """

    /// Makes buttons of the heads of the table, which sort it: numbers from the largest down at first, texts from the first
    /// on, and the other way round when pressed again.
    static let script = """
        (function () {
          "use strict";
          var table = document.querySelector("table.sortable");
          if (!table) { return; }
          var body = table.tBodies[0], heads = Array.from(table.tHead.rows[0].cells);
          var compare = new Intl.Collator(undefined, { numeric: true }).compare;
          heads.forEach(function (head, column) {
            var order = head.dataset.sort;
            if (!order) { return; }
            var button = document.createElement("button");
            button.type = "button";
            button.textContent = head.textContent;
            head.textContent = "";
            head.appendChild(button);
            button.addEventListener("click", function () {
              var before = head.getAttribute("aria-sort");
              var ascending = before ? before === "descending" : order === "text";
              heads.forEach(function (other) { other.removeAttribute("aria-sort"); });
              head.setAttribute("aria-sort", ascending ? "ascending" : "descending");
              var rows = Array.from(body.rows).map(function (row) {
                var cell = row.cells[column];
                return { row: row, key: order === "number" ? Number(cell.dataset.value) : cell.textContent.trim() };
              });
              rows.sort(function (left, right) {
                var result = order === "number" ? left.key - right.key : compare(left.key, right.key);
                return ascending ? result : -result;
              });
              rows.forEach(function (entry) { body.appendChild(entry.row); });
            });
          });
          table.classList.add("ready");
        })();
        """
}
