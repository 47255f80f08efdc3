import { answered, measuredSeconds, type Outcome } from '../figures/collector.js';
import { formatMs } from '../figures/format.js';
import { violatedInvariants } from '../invariants/invariants.js';
import { distribution, type Line, legend, timeline } from './charts.js';
import { errorTable, invariantTable, latencyTable, planList } from './tables.js';

const rates: Line[] = [
  { className: 'tone-a', name: 'operations', of: ({ done }) => answered(done) },
  { className: 'tone-b', name: 'messages acknowledged', of: ({ done }) => done.send ?? 0 },
  { className: 'tone-c', name: 'messages delivered', of: ({ done }) => done.delivery ?? 0 },
];
const latencies: Line[] = [
  { className: 'tone-a', name: 'acknowledged p99', of: ({ sendP99Ms }) => sendP99Ms },
  { className: 'tone-c', name: 'delivered p99', of: ({ deliveryP99Ms }) => deliveryP99Ms },
  { className: 'tone-b', name: 'acknowledged p50', of: ({ sendP50Ms }) => sendP50Ms },
];
const errors: Line[] = [{ className: 'tone-d', name: 'errors', of: (second) => second.errors }];

/** The report of a run as one HTML file that loads nothing else. */
export function reportPage(outcome: Outcome): string {
  const { plan, startedAt, figures, results } = outcome;
  const violated = violatedInvariants(results);
  const seconds = measuredSeconds(figures);
  const mean = (sum: number) => (sum / Math.max(1, seconds.length)).toLocaleString('en', { maximumFractionDigits: 1 });
  const send = figures.latencies.get('send');
  const delivery = figures.latencies.get('delivery');
  const errorCount = [...figures.errors.values()].reduce((sum, count) => sum + count, 0);
  const verdict =
    violated.length === 0
      ? '<span class="verdict held">✓ All invariants held</span>'
      : `<span class="verdict violated">✗ Violated: ${violated.join(', ')}</span>`;
  const cards: [string, string][] = [
    [mean(seconds.reduce((sum, { done }) => sum + answered(done), 0)), 'operations a second'],
    [mean(seconds.reduce((sum, { done }) => sum + (done.send ?? 0), 0)), 'messages a second'],
    [formatMs(send?.percentileMs(0.5) ?? 0), 'acknowledged, p50'],
    [formatMs(send?.percentileMs(0.99) ?? 0), 'acknowledged, p99'],
    [formatMs(delivery?.percentileMs(0.99) ?? 0), 'delivered, p99'],
    [errorCount.toLocaleString('en'), errorCount === 1 ? 'error' : 'errors'],
  ];
  const section = (title: string, about: string, content: string) =>
    `<section><h2>${title}</h2>${about === '' ? '' : `<p class="muted">${about}</p>`}${content}</section>`;
  const scrolling = (content: string) => `<div class="scroll">${content}</div>`;
  const clock =
    plan.ratePerSecond === null
      ? 'Counted from the start of the operation.'
      : 'Counted from when the operation was due, so that a stalled server does not look fast.';

  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sangam load test, ${startedAt.toISOString().slice(0, 16).replace('T', ' ')}</title>
<style>${style}</style>
</head>
<body><main>
<header><div><h1>Load test</h1><p class="muted">${plan.users.toLocaleString('en')} members at ${
    plan.urls.length === 1 ? 'one address' : `${plan.urls.length} servers`
  }, ${startedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC</p></div>${verdict}</header>
<div class="cards">${cards.map(([value, name]) => `<div class="card"><b>${value}</b><span>${name}</span></div>`).join('')}</div>
${section('Throughput', 'Answered operations and delivered messages per second.', legend(rates) + scrolling(timeline('Throughput over time', figures, rates, 'count')))}
${section('Latency over time', 'Messages acknowledged or delivered in each second.', legend(latencies) + scrolling(timeline('Latency over time', figures, latencies, 'ms')))}
${send?.count() ? section('Sent → acknowledged', `Time until a message was committed. ${clock}`, scrolling(distribution('Latency of acknowledgements', send))) : ''}
${delivery?.count() ? section('Sent → delivered', 'Time until a message reached its receiver, who may be on another server.', scrolling(distribution('Latency of live updates', delivery))) : ''}
${section('Latency by operation', 'Without the ramp.', latencyTable(figures))}
${section('Invariants', 'Checked during the run, and against the stored threads, lists and counts at its end.', invariantTable(results))}
${section('Errors', '', (errorCount > 0 ? scrolling(timeline('Errors over time', figures, errors, 'count')) : '') + errorTable(figures))}
${section('Configuration', '', planList(plan, startedAt))}
</main></body>
</html>
`;
}

/** The report's stylesheet: Sangam's colours, in the reader's light or dark mode. */
const style = `
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
