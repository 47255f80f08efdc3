/** The report's stylesheet: Sangam's colours, in the reader's light or dark mode. */
export const style = `
:root { color-scheme: light dark;
  --ink:#f5f4f0; --surface:#fffefb; --raised:#f2f0ea; --line:#dfdcd3; --fg:#191c22; --muted:#535a66;
  --accent:#c97f0a; --accent-fg:#855000; --good:#23895a; --good-fg:#176b44; --good-soft:#e3f2e9;
  --bad:#c2323a; --bad-fg:#b0242e; --bad-soft:#fbe9e7; --blue:#2a5bd0; --violet:#7d4fb5; }
@media (prefers-color-scheme: dark) { :root {
  --ink:#0e1116; --surface:#141920; --raised:#1b212a; --line:#262e39; --fg:#e9ecf1; --muted:#a8b1bf;
  --accent:#f2a93b; --accent-fg:#f5b95c; --good:#3dbb7b; --good-fg:#5fd39a; --good-soft:#12291f;
  --bad:#e5565c; --bad-fg:#ff9492; --bad-soft:#2c191b; --blue:#7ea3ff; --violet:#b99aec; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ink); color: var(--fg); font: 15px/1.55 "Inter Variable", Inter, system-ui, sans-serif;
  font-variant-numeric: tabular-nums; -webkit-text-size-adjust: 100%; }
main { max-width: 72rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: clamp(1.6rem, 1.2rem + 2vw, 2.25rem); line-height: 1.15; letter-spacing: -0.02em; margin: 0 0 0.4rem; }
h2 { font-size: 1.1rem; letter-spacing: -0.01em; margin: 0 0 0.15rem; }
p { margin: 0; } .muted { color: var(--muted); }
header { display: flex; flex-wrap: wrap; gap: 1rem 2rem; justify-content: space-between; align-items: flex-end; }
.verdict { display: inline-block; padding: 0.45rem 0.9rem; border-radius: 999px; font-weight: 600; }
.held { background: var(--good-soft); color: var(--good-fg); } .violated { background: var(--bad-soft); color: var(--bad-fg); }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: 0.75rem; margin: 1.75rem 0; }
.card, section { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; }
.card { padding: 0.9rem 1.1rem; } .card b { display: block; font-size: 1.5rem; line-height: 1.3; letter-spacing: -0.02em; }
.card span { color: var(--muted); font-size: 0.8125rem; }
section { padding: 1.25rem 1.4rem; margin-top: 1rem; }
section > p { font-size: 0.875rem; } section > svg { margin-top: 0.75rem; }
.wide { overflow-x: auto; margin: 0.75rem -0.4rem 0; }
svg { display: block; width: 100%; height: auto; }
.scroll { overflow-x: auto; } .scroll svg { min-width: 40rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem; }
th, td { padding: 0.5rem 0.4rem; text-align: right; white-space: nowrap; border-top: 1px solid var(--line); vertical-align: top; }
thead th { border-top: 0; color: var(--muted); font-weight: 500; font-size: 0.8125rem; }
th:first-child, td:first-child { text-align: left; } tbody th { font-weight: 500; white-space: normal; min-width: 9rem; }
td.text, th.text { text-align: left; white-space: normal; min-width: 14rem; }
tbody th small { display: block; color: var(--muted); font-weight: 400; font-size: 0.8125rem; }
.state { font-weight: 600; } .state.ok { color: var(--good-fg); } .state.no { color: var(--bad-fg); } .state.none { color: var(--muted); font-weight: 400; }
ul.examples { margin: 0.35rem 0 0; padding-left: 1.1rem; color: var(--bad-fg); font-size: 0.8125rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 0.75rem 1.5rem; margin: 0.9rem 0 0; }
dt { color: var(--muted); font-size: 0.8125rem; } dd { margin: 0; overflow-wrap: anywhere; }
.legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; color: var(--muted); }
.legend span::before { content: ""; display: inline-block; width: 0.9rem; height: 0.2rem; border-radius: 2px; margin-right: 0.45rem;
  vertical-align: middle; background: var(--tone); }
.tone-a { --tone: var(--accent); } .tone-b { --tone: var(--blue); } .tone-c { --tone: var(--violet); } .tone-d { --tone: var(--bad); }
.grid { stroke: var(--line); } .tick { fill: var(--muted); font-size: 12px; }
.line { fill: none; stroke: var(--tone); stroke-width: 2; stroke-linejoin: round; } .area { fill: var(--tone); opacity: 0.14; }
.ramp { fill: var(--raised); } .hover { fill: transparent; } .hover:hover { fill: var(--fg); opacity: 0.07; }
.bar { fill: var(--accent); } .bar:hover { fill: var(--accent-fg); }
.mark { stroke: var(--blue); stroke-dasharray: 3 3; } .mark-name { fill: var(--fg); font-size: 12px; paint-order: stroke; stroke: var(--surface); stroke-width: 4px; }
@media (max-width: 40rem) { td.text, th.text { min-width: 9rem; } main { padding-top: 1.5rem; } section { padding: 1rem; } .card b { font-size: 1.25rem; } }
@media print { body { background: none; } section, .card { break-inside: avoid; } }
`;
