import type { Figures, Second } from '../figures/collector.js';
import { formatMs } from '../figures/format.js';
import type { Histogram } from '../figures/histogram.js';
import {
  at,
  axisMs,
  bottomTicks,
  horizontalLines,
  linear,
  logarithmic,
  PLOT,
  picture,
  type Scale,
  short,
  ticksUpTo,
} from './svg.js';

/** One value of each second. */
export interface Line {
  className: string;
  name: string;
  of(second: Second): number;
}

/** Lines over the seconds of a run, with the ramp shaded. */
export function timeline(
  title: string,
  { seconds: all, measuredFrom }: Figures,
  lines: readonly Line[],
  unit: 'ms' | 'count',
): string {
  // The end cuts the last second short, which would look like a drop.
  const seconds = all.length > 1 ? all.slice(0, -1) : all;
  const ticks = ticksUpTo(Math.max(1e-3, ...seconds.flatMap((second) => lines.map((line) => line.of(second)))), 4);
  const x = linear(0, Math.max(1, seconds.length), PLOT.left, PLOT.right);
  const y = linear(0, ticks.at(-1) ?? 1, PLOT.bottom, PLOT.top);
  const label = (value: number) => (unit === 'ms' ? axisMs(value) : short(value));
  const format = (value: number) => (unit === 'ms' ? formatMs(value) : `${Math.round(value).toLocaleString('en')}/s`);
  const ramp =
    measuredFrom === 0
      ? ''
      : `<rect class="ramp" x="${PLOT.left}" y="${PLOT.top}" width="${at(x(measuredFrom) - PLOT.left)}" ` +
        `height="${PLOT.bottom - PLOT.top}"/><text class="tick" x="${PLOT.left + 8}" y="${PLOT.top + 16}">ramp</text>`;
  const columns = seconds.map(
    (second, index) =>
      `<rect class="hover" x="${at(x(index))}" y="${PLOT.top}" width="${at(x(1) - x(0))}" height="${PLOT.bottom - PLOT.top}">` +
      `<title>second ${index + 1}: ${lines.map((line) => `${line.name} ${format(line.of(second))}`).join(', ')}</title></rect>`,
  );
  return picture(
    title,
    ramp +
      horizontalLines(ticks, y, label) +
      bottomTicks(
        ticksUpTo(seconds.length, 8).filter((tick) => tick <= seconds.length),
        x,
        (tick) => `${tick} s`,
      ) +
      lines.map((line, index) => drawLine(line, seconds, { x, y }, index === 0)).join('') +
      columns.join(''),
  );
}

function drawLine(line: Line, seconds: readonly Second[], { x, y }: { x: Scale; y: Scale }, isFilled: boolean): string {
  const points = seconds.map((second, index) => `${at(x(index + 0.5))},${at(y(line.of(second)))}`);
  if (points.length === 0) return '';
  const area = isFilled
    ? `<polygon class="area ${line.className}" points="${at(x(0.5))},${at(y(0))} ${points.join(' ')} ` +
      `${at(x(seconds.length - 0.5))},${at(y(0))}"/>`
    : '';
  return `${area}<polyline class="line ${line.className}" points="${points.join(' ')}"/>`;
}

export const legend = (lines: readonly Line[]): string =>
  `<p class="legend">${lines.map(({ className, name }) => `<span class="${className}">${name}</span>`).join('')}</p>`;

const BARS = 60;
const MARKS = [
  ['p50', 0.5],
  ['p90', 0.9],
  ['p99', 0.99],
  ['p99.9', 0.999],
] as const;
const LABEL_PX = 92;

/** A histogram of latencies on a logarithmic axis, with percentiles marked. */
export function distribution(title: string, histogram: Histogram): string {
  const from = roundDown(Math.max(0.01, histogram.percentileMs(0)));
  const to = Math.max(roundUp(histogram.maxMs()), from * 10);
  const x = logarithmic(from, to, PLOT.left, PLOT.right);
  const edges = Array.from({ length: BARS + 1 }, (_, index) => from * (to / from) ** (index / BARS));
  const upTo = edges.map((edge, index) => (index === 0 ? 0 : histogram.countUpTo(edge)));
  const counts = edges.slice(1).map((_, index) => (upTo[index + 1] ?? 0) - (upTo[index] ?? 0));
  const ticks = ticksUpTo(Math.max(1, ...counts), 4);
  // Leave room above the bars for the percentiles' labels.
  const y = linear(0, (ticks.at(-1) ?? 1) * 1.3, PLOT.bottom, PLOT.top);
  const bars = counts.map((count, index) => {
    const [left, right] = [x(edges[index] ?? from), x(edges[index + 1] ?? to)];
    const range = `${formatMs(edges[index] ?? 0)} to ${formatMs(edges[index + 1] ?? 0)}`;
    return (
      `<rect class="bar" x="${at(left + 0.75)}" y="${at(y(count))}" width="${at(right - left - 1.5)}" ` +
      `height="${at(PLOT.bottom - y(count))}" rx="1.5"><title>${range}: ${count.toLocaleString('en')}</title></rect>`
    );
  });
  return picture(
    title,
    horizontalLines(ticks, y, short) + bottomTicks(decades(from, to), x, axisMs) + bars.join('') + marks(histogram, x),
  );
}

/** The percentiles as lines; a label that would overlap the last one moves a row down. */
function marks(histogram: Histogram, x: (ms: number) => number): string {
  const positions = MARKS.map(([name, share]) => {
    const ms = histogram.percentileMs(share);
    return { name, ms, px: x(ms) };
  });
  const lines = positions.map(
    ({ px }) => `<line class="mark" x1="${at(px)}" x2="${at(px)}" y1="${PLOT.top}" y2="${PLOT.bottom}"/>`,
  );
  let row = 0;
  let lastX = Number.NEGATIVE_INFINITY;
  const names = positions.map(({ name, ms, px }) => {
    row = px - lastX < LABEL_PX ? row + 1 : 0;
    lastX = px;
    const toLeft = px > PLOT.right - LABEL_PX;
    return (
      `<text class="mark-name" x="${at(px + (toLeft ? -6 : 6))}" y="${PLOT.top + 12 + row * 16}" ` +
      `${toLeft ? 'text-anchor="end"' : ''}>${name} ${formatMs(ms)}</text>`
    );
  });
  return [...lines, ...names].join('');
}

const roundDown = (ms: number) => 10 ** Math.floor(Math.log10(ms));
/** 1, 2 or 5 times a power of ten. */
const roundUp = (ms: number) => {
  const power = roundDown(Math.max(ms, 0.01));
  return ([1, 2, 5].find((factor) => factor * power >= ms) ?? 10) * power;
};
const decades = (from: number, to: number): number[] => {
  const ticks: number[] = [];
  for (let power = from; power <= to * 1.001; power *= 10)
    ticks.push(...[1, 2, 5].map((factor) => factor * power).filter((tick) => tick <= to * 1.001));
  return ticks.length > 14 ? ticks.filter((_, index) => index % 3 === 0) : ticks;
};
