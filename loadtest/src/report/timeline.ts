import type { Figures, Second } from '../figures/collector.js';
import { formatMs } from '../figures/format.js';
import {
  at,
  axisMs,
  bottomTicks,
  horizontalLines,
  linear,
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
      lines.map((line, index) => drawn(line, seconds, x, y, index === 0)).join('') +
      columns.join(''),
  );
}

function drawn(line: Line, seconds: readonly Second[], x: Scale, y: Scale, filled: boolean): string {
  const points = seconds.map((second, index) => `${at(x(index + 0.5))},${at(y(line.of(second)))}`);
  if (points.length === 0) return '';
  const area = filled
    ? `<polygon class="area ${line.className}" points="${at(x(0.5))},${at(y(0))} ${points.join(' ')} ` +
      `${at(x(seconds.length - 0.5))},${at(y(0))}"/>`
    : '';
  return `${area}<polyline class="line ${line.className}" points="${points.join(' ')}"/>`;
}

export const legend = (lines: readonly Line[]): string =>
  `<p class="legend">${lines.map(({ className, name }) => `<span class="${className}">${name}</span>`).join('')}</p>`;
