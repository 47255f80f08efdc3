import { promiseNames, promises, type Verdicts } from '../checker/promises.js';
import type { Figures } from '../figures.js';
import { describeMix } from '../mix.js';
import type { Plan } from '../options.js';
import { formatMs } from '../progress.js';
import { timingNames, timings } from '../telemetry.js';
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

export function promiseTable(verdicts: Verdicts): string {
  const rows = promiseNames.map((name) => {
    const { checked, broken, examples } = verdicts[name];
    const [className, state] =
      broken > 0 ? ['no', `✗ broken ${count(broken)}×`] : checked > 0 ? ['ok', '✓ held'] : ['none', 'not seen'];
    const list = examples.map((example) => `<li>${escapeHtml(example)}</li>`).join('');
    return (
      `<tr><td class="text">${promises[name]}${list === '' ? '' : `<ul class="examples">${list}</ul>`}</td>` +
      `<td>${count(checked)}</td><td class="state ${className}">${state}</td></tr>`
    );
  });
  return (
    '<div class="wide"><table><thead><tr><th class="text">promise</th><th>checks</th><th>outcome</th></tr></thead>' +
    `<tbody>${rows.join('')}</tbody></table></div>`
  );
}

export function errorTable({ errors }: Figures): string {
  if (errors.size === 0) return '<p class="muted">Every operation was answered, and none was refused.</p>';
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
        ? `closed loop, ${plan.thinkMs} ms between operations`
        : `open loop, ${count(plan.ratePerSecond)} operations/s at random moments`,
    ],
    ['mix', describeMix(plan.mix).replaceAll(',', ', ')],
    ['ramp, then measured', `${seconds(plan.rampMs)}, ${seconds(plan.durationMs)}`],
    ['message length', `${plan.messageChars} characters`],
    ['worker processes', String(plan.processes)],
    ['seed', String(plan.seed)],
    ['pushes may be missed', plan.toleratesMissedPushes ? 'yes' : 'no'],
    ['started', startedAt.toISOString()],
    ['load test on', `Node.js ${process.version}, ${process.platform} ${process.arch}`],
  ];
  return `<dl>${items.map(([name, value]) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`).join('')}</dl>`;
}
