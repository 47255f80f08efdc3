import { promiseNames, promises } from './checker/promises.js';
import { answered, measuredSeconds, type Outcome } from './figures.js';
import { formatMs } from './progress.js';
import { timingNames } from './telemetry.js';

const SHARES = [0.5, 0.9, 0.99, 0.999] as const;

/** The table at the end of a run: latencies, errors and promises. */
export function summary({ figures, verdicts }: Outcome): string {
  const seconds = measuredSeconds(figures);
  const rows = timingNames.flatMap((name) => {
    const histogram = figures.latencies.get(name);
    if (!histogram || histogram.count() === 0) return [];
    const times = [...SHARES.map((share) => histogram.percentileMs(share)), histogram.maxMs()];
    return [[name, histogram.count().toLocaleString('en'), ...times.map(formatMs)]];
  });
  const perSecond = (count: (second: (typeof seconds)[number]) => number) =>
    (seconds.reduce((sum, second) => sum + count(second), 0) / Math.max(1, seconds.length)).toFixed(1);
  const errors = [...figures.errors].sort(([, a], [, b]) => b - a);
  return [
    '',
    ...table([['', 'count', 'p50', 'p90', 'p99', 'p99.9', 'max'], ...rows]),
    '',
    `${perSecond(({ done }) => answered(done))} operations/s, of them ${perSecond(({ done }) => done.send ?? 0)} messages/s, ` +
      `in the measured ${seconds.length} s`,
    errors.length === 0
      ? 'No errors'
      : `Errors: ${errors.map(([name, count]) => `${name} ${count.toLocaleString('en')}`).join(', ')}`,
    '',
    ...promiseNames.flatMap((name) => {
      const { checked, broken, examples } = verdicts[name];
      const state = broken > 0 ? `BROKEN ${broken.toLocaleString('en')} times` : 'held';
      const line = `${broken > 0 ? '✗' : checked > 0 ? '✓' : '–'} ${promises[name]}`;
      if (broken === 0 && checked === 0) return [`${line}: not seen in this run`];
      return [
        `${line}: ${state} (${checked.toLocaleString('en')} checks)`,
        ...examples.map((example) => `    ${example}`),
      ];
    }),
    '',
  ].join('\n');
}

/** The first column to the left, the others to the right. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
}
