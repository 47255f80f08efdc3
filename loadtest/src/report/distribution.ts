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
  short,
  ticksUpTo,
} from './svg.js';

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
  const places = MARKS.map(([name, share]) => {
    const ms = histogram.percentileMs(share);
    return { name, ms, px: x(ms) };
  });
  const lines = places.map(
    ({ px }) => `<line class="mark" x1="${at(px)}" x2="${at(px)}" y1="${PLOT.top}" y2="${PLOT.bottom}"/>`,
  );
  let row = 0;
  let lastX = Number.NEGATIVE_INFINITY;
  const names = places.map(({ name, ms, px }) => {
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
