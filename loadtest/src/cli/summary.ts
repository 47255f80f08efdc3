import { answered, measuredSeconds, type Outcome } from '../figures/collector.js';
import { formatMs } from '../figures/format.js';
import { timingNames } from '../figures/telemetry.js';
import { invariantNames, invariants } from '../invariants/invariants.js';

const PERCENTILE_SHARES = [0.5, 0.9, 0.99, 0.999] as const;

/** The text at the end of a run: latencies, errors and invariants. */
export function summary({ figures, results }: Outcome): string {
  const seconds = measuredSeconds(figures);
  const rows = timingNames.flatMap((name) => {
    const histogram = figures.latencies.get(name);
    if (!histogram || histogram.count() === 0) return [];
    const times = [...PERCENTILE_SHARES.map((share) => histogram.percentileMs(share)), histogram.maxMs()];
    return [[name, histogram.count().toLocaleString('en'), ...times.map(formatMs)]];
  });
  const perSecond = (count: (second: (typeof seconds)[number]) => number) =>
    (seconds.reduce((sum, second) => sum + count(second), 0) / Math.max(1, seconds.length)).toFixed(1);
  const errors = [...figures.errors].sort(([, a], [, b]) => b - a);
  return [
    '',
    ...table([['', 'count', 'p50', 'p90', 'p99', 'p99.9', 'max'], ...rows]),
    '',
    `${perSecond(({ done }) => answered(done))} operations/s, ${perSecond(({ done }) => done.send ?? 0)} of them messages, ` +
      `in the ${seconds.length} s measured`,
    errors.length === 0
      ? 'No errors'
      : `Errors: ${errors.map(([name, count]) => `${name} ${count.toLocaleString('en')}`).join(', ')}`,
    '',
    ...invariantNames.flatMap((name) => {
      const { checked, violated, examples } = results[name];
      const state = violated > 0 ? `VIOLATED ${violated.toLocaleString('en')} times` : 'held';
      const line = `${violated > 0 ? '✗' : checked > 0 ? '✓' : '–'} ${invariants[name]}`;
      if (violated === 0 && checked === 0) return [`${line}: no case in this run`];
      return [
        `${line}: ${state} (${checked.toLocaleString('en')} checks)`,
        ...examples.map((example) => `    ${example}`),
      ];
    }),
    '',
  ].join('\n');
}

/** Aligns the first column left, the others right. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
}
