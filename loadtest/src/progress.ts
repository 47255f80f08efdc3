import { answered, type Second } from './figures.js';

export interface Progress {
  /** A line that stays. */
  say(line: string): void;
  /** What is going on now: one line that is refreshed on a terminal, and now and then a line elsewhere. */
  show(line: string): void;
}

const PLAIN_EVERY_MS = 5_000;

export function createProgress(out: NodeJS.WriteStream): Progress {
  let shown = false;
  let lastPlainMs = Number.NEGATIVE_INFINITY;
  const clear = () => {
    if (shown) out.write('\r\u001b[2K');
    shown = false;
  };
  return {
    say(line) {
      clear();
      out.write(`${line}\n`);
    },
    show(line) {
      if (out.isTTY) {
        clear();
        out.write(line.slice(0, Math.max(20, (out.columns || 80) - 1)));
        shown = true;
      } else if (performance.now() - lastPlainMs >= PLAIN_EVERY_MS) {
        lastPlainMs = performance.now();
        out.write(`${line}\n`);
      }
    },
  };
}

/** One second of a run as a line. */
export function progressLine(second: Second, atS: number, totalS: number): string {
  const parts = [
    `${String(atS).padStart(String(totalS).length)}/${totalS} s`,
    `${second.connected} connected`,
    `${answered(second.done).toLocaleString('en')} ops/s`,
    `${(second.done.send ?? 0).toLocaleString('en')} messages/s`,
    `p50 ${formatMs(second.sendP50Ms)}`,
    `p99 ${formatMs(second.sendP99Ms)}`,
    `${second.errors.toLocaleString('en')} errors`,
  ];
  return second.unanswered > second.connected
    ? [...parts, `${second.unanswered} unanswered`].join(' · ')
    : parts.join(' · ');
}

/** Three digits are enough to compare: 0.82 ms, 12.4 ms, 1.25 s. */
export function formatMs(ms: number): string {
  if (ms >= 1_000) return `${(ms / 1_000).toPrecision(3)} s`;
  if (ms >= 100) return `${Math.round(ms)} ms`;
  return `${ms.toFixed(ms >= 10 ? 1 : 2)} ms`;
}
