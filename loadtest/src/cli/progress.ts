import { answered, type Second } from '../figures/collector.js';
import { formatMs } from '../figures/format.js';

interface Progress {
  /** A line that stays. */
  print(line: string): void;
  /** The current state: one line that is rewritten on a terminal, and a line every 5 s elsewhere. */
  show(line: string): void;
}

const PLAIN_INTERVAL_MS = 5_000;

export function createProgress(out: NodeJS.WriteStream): Progress {
  let isLineShown = false;
  let lastPlainMs = Number.NEGATIVE_INFINITY;
  const clear = () => {
    if (isLineShown) out.write('\r\u001b[2K');
    isLineShown = false;
  };
  return {
    print(line) {
      clear();
      out.write(`${line}\n`);
    },
    show(line) {
      if (out.isTTY) {
        clear();
        out.write(line.slice(0, Math.max(20, (out.columns || 80) - 1)));
        isLineShown = true;
      } else if (performance.now() - lastPlainMs >= PLAIN_INTERVAL_MS) {
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
