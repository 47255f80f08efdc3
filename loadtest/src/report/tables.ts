import type { Figures } from '../figures/collector.js';
import { formatMs } from '../figures/format.js';
import { timingNames, timings } from '../figures/telemetry.js';
import { type InvariantResults, invariantNames, invariants } from '../invariants/invariants.js';
import { describeMix, type Plan } from '../plan.js';
import { escapeHtml } from './svg.js';

const count = (value: number) => value.toLocaleString('en');

export function latencyTable({ latencies }: Figures): string {
  const rows = timingNames.flatMap((name) => {
    const histogram = latencies.get(name);
    if (!histogram || histogram.count() === 0) return [];
    const times = [...[0.5, 0.9, 0.99, 0.999].map((share) => histogram.percentileMs(share)), histogram.maxMs()];
    const cells = [count(histogram.count()), ...times.map(formatMs)].map((cell) => `<td>${cell}</td>`).join('');
    return [`<tr><th>${name}<small>${timings[name]}</small></th>${cells}</tr>`];
  });
  const head = ['', 'count', 'p50', 'p90', 'p99', 'p99.9', 'max'].map((name) => `<th>${name}</th>`).join('');
  return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

export function invariantTable(results: InvariantResults): string {
  const rows = invariantNames.map((name) => {
    const { checked, violated, examples } = results[name];
    const [className, state] =
      violated > 0 ? ['no', `✗ violated ${count(violated)}×`] : checked > 0 ? ['ok', '✓ held'] : ['none', 'no case'];
    const list = examples.map((example) => `<li>${escapeHtml(example)}</li>`).join('');
    return (
      `<tr><td class="text">${invariants[name]}${list === '' ? '' : `<ul class="examples">${list}</ul>`}</td>` +
      `<td>${count(checked)}</td><td class="state ${className}">${state}</td></tr>`
    );
  });
  return (
    '<div class="wide"><table><thead><tr><th class="text">invariant</th><th>checks</th><th>outcome</th></tr></thead>' +
    `<tbody>${rows.join('')}</tbody></table></div>`
  );
}

export function errorTable({ errors }: Figures): string {
  if (errors.size === 0) return '<p class="muted">Every operation succeeded.</p>';
  const rows = [...errors]
    .sort(([, a], [, b]) => b - a)
    .map(([name, times]) => {
      const [, operation, code] = /^(.*) (\S+)$/u.exec(name) ?? [];
      return `<tr><td>${escapeHtml(operation ?? name)}</td><td>${escapeHtml(code ?? '')}</td><td>${count(times)}</td></tr>`;
    });
  return (
    '<div class="wide"><table><thead><tr><th>operation</th><th>code</th><th>times</th></tr></thead>' +
    `<tbody>${rows.join('')}</tbody></table></div>`
  );
}

export function planList(plan: Plan, startedAt: Date): string {
  const seconds = (ms: number) => `${ms / 1_000} s`;
  const items: [string, string][] = [
    ['servers', plan.urls.join(', ')],
    ['users', count(plan.users)],
    [
      'load',
      plan.ratePerSecond === null
        ? `closed loop, ${plan.thinkMs} ms think time`
        : `open loop, ${count(plan.ratePerSecond)} operations/s at random moments`,
    ],
    ['mix', describeMix(plan.mix).replaceAll(',', ', ')],
    ['ramp, measured time', `${seconds(plan.rampMs)}, ${seconds(plan.durationMs)}`],
    ['message length', `${plan.messageChars} characters`],
    ['worker processes', String(plan.processes)],
    ['seed', String(plan.seed)],
    ['missed live updates tolerated', plan.toleratesMissedUpdates ? 'yes' : 'no'],
    ['started', startedAt.toISOString()],
    ['run on', `Node.js ${process.version}, ${process.platform} ${process.arch}`],
  ];
  return `<dl>${items.map(([name, value]) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`).join('')}</dl>`;
}
