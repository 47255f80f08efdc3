/** A latency with three significant digits: 0.82 ms, 12.4 ms, 1.25 s. */
export function formatMs(ms: number): string {
  if (ms >= 1_000) return `${(ms / 1_000).toPrecision(3)} s`;
  if (ms >= 100) return `${Math.round(ms)} ms`;
  return `${ms.toFixed(ms >= 10 ? 1 : 2)} ms`;
}
