/// The style sheet of the page. Colours are told apart by people who don't see red and green, and each is named in words
/// beside it.
enum HTMLStyle {
    static let sheet = """
        :root {
          --paper: #f6f7f9; --card: #ffffff; --ink: #1b2330; --soft: #5b6675; --line: #dde2e9;
          --decoded: #3a76b8; --unknown: #d79a14; --malformed: #c8402f;
          --unknown-ink: #8a5d00; --malformed-ink: #b02a1a; --decoded-ink: #245a93; --alarm: #fdecea; --code: #eef1f5;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --paper: #11151b; --card: #1a2029; --ink: #e6eaf0; --soft: #9aa6b5; --line: #2d3642;
            --decoded: #5b9be0; --unknown: #e8b23c; --malformed: #ef6a58;
            --unknown-ink: #f0c464; --malformed-ink: #ff8d7d; --decoded-ink: #8cbcf0; --alarm: #3a1b18; --code: #252d38;
          }
        }
        * { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; }
        body { margin: 0; background: var(--paper); color: var(--ink);
          font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "PingFang SC", "Noto Sans CJK SC", sans-serif; }
        main { max-width: 1040px; margin: 0 auto; padding: 28px 20px 64px; }
        h1 { font-size: 1.65rem; line-height: 1.2; margin: 0 0 8px; overflow-wrap: anywhere; }
        h2 { font-size: 1.08rem; margin: 0 0 14px; }
        p { margin: 0 0 8px; }
        code { font: 0.92em/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
          background: var(--code); border-radius: 4px; padding: 0.08em 0.35em; overflow-wrap: anywhere; }
        .kicker { color: var(--soft); font-size: 0.8rem; letter-spacing: 0.08em; text-transform: uppercase; margin: 0 0 2px; }
        .facts { color: var(--soft); margin: 0 0 4px; overflow-wrap: anywhere; }
        ul.facts { padding-left: 20px; }
        header { margin-bottom: 20px; }
        section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 20px; margin: 0 0 18px; }
        .damage { background: var(--alarm); border: 1px solid var(--malformed); border-left-width: 6px; border-radius: 10px;
          padding: 14px 18px; margin: 0 0 18px; overflow-wrap: anywhere; }
        .damage p { margin: 0 0 4px; }
        strong.malformed { color: var(--malformed-ink); } strong.unknown { color: var(--unknown-ink); }
        .tiles { display: grid; grid-template-columns: repeat(4, 1fr); gap: 12px; margin: 0 0 14px; }
        .tile { border-left: 4px solid var(--line); padding: 2px 0 2px 12px; min-width: 0; }
        .tile dt { color: var(--soft); font-size: 0.86rem; }
        .tile dd { margin: 0; font-size: 1.5rem; font-weight: 600; line-height: 1.25; font-variant-numeric: tabular-nums; }
        .tile .share { font-size: 0.9rem; font-weight: 400; color: var(--soft); white-space: nowrap; }
        .tile.decoded { border-color: var(--decoded); } .tile.unknown { border-color: var(--unknown); }
        .tile.malformed { border-color: var(--malformed); }
        .tile.none { border-color: var(--line); } .tile.none dd { color: var(--soft); font-weight: 400; }
        .clear { color: var(--decoded-ink); font-weight: 600; margin: 12px 0 0; }
        svg.bar { display: block; width: 100%; border-radius: 3px; background: var(--code); }
        svg.bar.wide { height: 14px; margin-bottom: 4px; } svg.bar.thin { height: 5px; margin: 4px 0 0 auto; width: 110px; }
        rect.decoded { fill: var(--decoded); } rect.unknown { fill: var(--unknown); } rect.malformed { fill: var(--malformed); }
        rect.slot { fill: transparent; } g:hover rect.slot { fill: var(--line); fill-opacity: 0.5; }
        line.grid { stroke: var(--line); stroke-width: 1; vector-effect: non-scaling-stroke; }
        .chart { margin: 0 0 12px; }
        .legend { display: flex; flex-wrap: wrap; gap: 4px 16px; color: var(--soft); font-size: 0.86rem; }
        .legend span::before { content: ""; display: inline-block; width: 10px; height: 10px; border-radius: 2px; margin-right: 6px; }
        .legend .decoded::before { background: var(--decoded); } .legend .unknown::before { background: var(--unknown); }
        .legend .malformed::before { background: var(--malformed); }
        .plot { display: grid; grid-template-columns: max-content minmax(0, 1fr); column-gap: 8px; }
        .plot svg { width: 100%; max-width: calc(var(--count) * 90px); height: 200px; border-bottom: 1px solid var(--soft); }
        .axis { display: flex; flex-direction: column; justify-content: space-between; text-align: right; color: var(--soft);
          font-size: 0.76rem; line-height: 1; height: 205px; margin-top: -4px; font-variant-numeric: tabular-nums; }
        .labels { grid-column: 2; display: grid; grid-template-columns: repeat(var(--count), minmax(0, 1fr));
          max-width: calc(var(--count) * 90px); color: var(--soft); font-size: 0.76rem; padding-top: 4px; }
        .labels span { white-space: nowrap; overflow: visible; } .labels.each span { text-align: center; overflow: hidden; }
        .scroll { overflow-x: auto; }
        table { border-collapse: collapse; width: 100%; font-size: 0.93rem; }
        th, td { text-align: left; vertical-align: top; padding: 7px 12px 7px 0; border-bottom: 1px solid var(--line); }
        thead th { color: var(--soft); font-weight: 400; font-size: 0.84rem; white-space: nowrap; border-color: var(--soft); }
        tbody th { font-weight: 400; } tbody tr:last-child > * { border-bottom: 0; }
        .n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
        td.unknown { color: var(--unknown-ink); } td.malformed { color: var(--malformed-ink); }
        td.zero { color: var(--soft); opacity: 0.75; } 
        td.name { overflow-wrap: anywhere; min-width: 7em; } .cards tbody th { min-width: 10em; overflow-wrap: anywhere; }
        ul.plain code { background: none; padding: 0; }
        ul.plain { list-style: none; margin: 0; padding: 0; font-variant-numeric: tabular-nums; }
        .note { color: var(--soft); font-size: 0.88em; margin: 2px 0 0; }
        summary { cursor: pointer; }
        :focus-visible { outline: 2px solid var(--decoded); outline-offset: 2px; border-radius: 4px; }
        details > .scroll { margin-top: 8px; max-width: 560px; }
        .finding { border-top: 1px solid var(--line); padding: 14px 0 10px; }
        h2 + .finding { border-top: 0; padding-top: 0; }
        .finding > summary { display: flex; align-items: baseline; gap: 10px; list-style: none; margin-bottom: 4px; }
        .finding > summary::-webkit-details-marker { display: none; }
        .finding > summary::before { content: "▸"; color: var(--soft); width: 0.8em; } .finding[open] > summary::before { content: "▾"; }
        .finding .code { background: none; padding: 0; font-weight: 600; font-size: 1rem; }
        .level { font-size: 0.78rem; border: 1px solid currentColor; border-radius: 99px; padding: 0 8px; color: var(--soft); }
        .finding.malformed .level { color: var(--malformed-ink); } .finding.unknown .level { color: var(--unknown-ink); }
        .count { margin-left: auto; font-variant-numeric: tabular-nums; padding-left: 12px; }
        .finding > summary .count { font-weight: 600; }
        .meaning { margin: 0; } .remedy { color: var(--soft); font-size: 0.93rem; margin: 0 0 8px; }
        .finding > p, .place { margin-left: 22px; }
        .place { margin-top: 8px; } .where { display: flex; flex-wrap: wrap; gap: 0 6px; margin: 0 0 4px; overflow-wrap: anywhere; }
        .examples { margin: 0; padding: 0; list-style: none; border-left: 3px solid var(--line); }
        .examples li { padding: 3px 0 3px 12px; overflow-wrap: anywhere; }
        .detail, .source { display: block; } .source { color: var(--soft); font-size: 0.86rem; }
        @media (max-width: 640px) {
          main { padding: 18px 12px 40px; } section { padding: 16px 14px; }
          h1 { font-size: 1.35rem; }
          .tiles { grid-template-columns: repeat(2, 1fr); } .tile dd { font-size: 1.25rem; }
          .cards, .cards tbody { display: block; } .cards thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
          .cards tr { display: grid; grid-template-columns: repeat(3, 1fr); gap: 4px 10px; padding: 12px 0; border-bottom: 1px solid var(--line); }
          .cards tr:last-child { border-bottom: 0; padding-bottom: 0; }
          .cards th, .cards td { border: 0; padding: 0; text-align: left; }
          .cards th { grid-column: 1; } .cards th.whole { grid-column: 1 / 4; } .cards td.name, .cards tbody th { min-width: 0; } .cards svg.thin { width: 100%; } .cards .name { grid-column: 2 / 4; font-weight: 600; }
          .cards td[data-label]::before { content: attr(data-label); display: block; color: var(--soft); font-size: 0.78rem; line-height: 1.3; }
          .cards td[data-label="records"], .cards td[data-label="written at"], .cards td[data-label="defaulted"] { grid-column: 1 / 4; }
          .cards td.empty { display: none; }
          .cards ul.plain li { display: inline-block; margin-right: 12px; }
          .finding > p, .place { margin-left: 0; }
        }
        @media print {
          :root { --paper: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb; --code: #f2f2f2; --alarm: #fff;
            --decoded: #3a76b8; --unknown: #d79a14; --malformed: #c8402f;
            --unknown-ink: #6b4800; --malformed-ink: #9c2013; --decoded-ink: #1d4a7a; }
          body { font-size: 11px; } main { max-width: none; padding: 0; }
          section { border: 0; padding: 0; margin: 0 0 16px; } .finding > summary::before { content: none; }
          tr, .tile, .examples li, .chart { break-inside: avoid; } h2, .finding > summary, .where { break-after: avoid; }
          svg { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
        }
        """
}
