/** Text escaped for HTML and SVG. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/gu, (char) => `&#${char.charCodeAt(0)};`);

const WIDTH = 1_040;
const HEIGHT = 260;
/** Margins for the axes. */
const EDGE = { left: 64, right: 16, top: 16, bottom: 34 } as const;
export const PLOT = {
  left: EDGE.left,
  right: WIDTH - EDGE.right,
  top: EDGE.top,
  bottom: HEIGHT - EDGE.bottom,
} as const;

export type Scale = (value: number) => number;

export const linear =
  (from: number, to: number, start: number, end: number): Scale =>
  (value) =>
    start + ((value - from) / (to - from || 1)) * (end - start);

export const logarithmic = (from: number, to: number, start: number, end: number): Scale => {
  const scale = linear(Math.log10(from), Math.log10(to), start, end);
  return (value) => scale(Math.log10(Math.max(value, from)));
};

/** About `count` round numbers from 0 to `max` or just above. */
export function ticksUpTo(max: number, count: number): number[] {
  const roughStep = Math.max(max, 1e-9) / count;
  const power = 10 ** Math.floor(Math.log10(roughStep));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= roughStep) ?? 10) * power;
  return Array.from({ length: Math.ceil(max / step - 1e-9) + 1 }, (_, index) => index * step);
}

/** A coordinate, to a tenth of a pixel. */
export const at = (value: number): string => value.toFixed(1);

/** An axis label: 0, 0.5, 250, 15k. */
export const short = (value: number): string =>
  value >= 10_000 ? `${+(value / 1_000).toPrecision(3)}k` : `${+value.toPrecision(3)}`;

/** An axis label for a latency. */
export const axisMs = (ms: number): string => (ms >= 1_000 ? `${short(ms / 1_000)} s` : `${short(ms)} ms`);

export function horizontalLines(ticks: readonly number[], y: Scale, label: (tick: number) => string): string {
  return ticks
    .map(
      (tick) =>
        `<line class="grid" x1="${PLOT.left}" x2="${PLOT.right}" y1="${at(y(tick))}" y2="${at(y(tick))}"/>` +
        `<text class="tick" x="${PLOT.left - 10}" y="${at(y(tick) + 4)}" text-anchor="end">${label(tick)}</text>`,
    )
    .join('');
}

export function bottomTicks(ticks: readonly number[], x: Scale, label: (tick: number) => string): string {
  return ticks
    .map(
      (tick) => `<text class="tick" x="${at(x(tick))}" y="${HEIGHT - 12}" text-anchor="middle">${label(tick)}</text>`,
    )
    .join('');
}

/** A chart; `title` is its accessible name. */
export const picture = (title: string, content: string): string =>
  `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeHtml(title)}">${content}</svg>`;
