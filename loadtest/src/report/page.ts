import { answered, measuredSeconds, type Outcome } from '../figures/collector.js';
import { formatMs } from '../figures/format.js';
import { violatedInvariants } from '../invariants/invariants.js';
import { distribution } from './distribution.js';
import { style } from './style.js';
import { errorTable, invariantTable, latencyTable, planList } from './tables.js';
import { type Line, legend, timeline } from './timeline.js';

const rates: Line[] = [
  { className: 'tone-a', name: 'operations', of: ({ done }) => answered(done) },
  { className: 'tone-b', name: 'messages acknowledged', of: ({ done }) => done.send ?? 0 },
  { className: 'tone-c', name: 'messages pushed', of: ({ done }) => done.delivery ?? 0 },
];
const latencies: Line[] = [
  { className: 'tone-a', name: 'acknowledged p99', of: ({ sendP99Ms }) => sendP99Ms },
  { className: 'tone-c', name: 'pushed p99', of: ({ deliveryP99Ms }) => deliveryP99Ms },
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
    [formatMs(delivery?.percentileMs(0.99) ?? 0), 'pushed, p99'],
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
${section('Throughput', 'Answered operations and pushes per second.', legend(rates) + scrolling(timeline('Throughput over time', figures, rates, 'count')))}
${section('Latency over time', 'Messages acknowledged or pushed in each second.', legend(latencies) + scrolling(timeline('Latency over time', figures, latencies, 'ms')))}
${send?.count() ? section('Sent → acknowledged', `Time until a message was committed. ${clock}`, scrolling(distribution('Latency of acknowledgements', send))) : ''}
${delivery?.count() ? section('Sent → pushed', 'Time until a message reached its receiver, who may be on another server.', scrolling(distribution('Latency of pushes', delivery))) : ''}
${section('Latency by operation', 'Without the ramp.', latencyTable(figures))}
${section('Invariants', 'Checked during the run, and against the stored threads, lists and counts at its end.', invariantTable(results))}
${section('Errors', '', (errorCount > 0 ? scrolling(timeline('Errors over time', figures, errors, 'count')) : '') + errorTable(figures))}
${section('Configuration', '', planList(plan, startedAt))}
</main></body>
</html>
`;
}
