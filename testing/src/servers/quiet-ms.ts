import { threadCpuMs } from './turns.js';

/** A long page, as calls read and write it. */
const PAGE = JSON.stringify(
  Array.from({ length: 600 }, (_, id) => ({
    id,
    content: `> see https://example.org and *bold* words ${id}\n`.repeat(8),
  })),
);
const REFERENCES = 3;
const TRIES_MAX = 20;
/** Beyond this, a bound would hold for almost anything. */
const SLOWEST = 3;

/** Reads and writes the page, with as much parsing and garbage as in a call. */
function pageMs(): number {
  const beforeMs = threadCpuMs();
  const rows = JSON.parse(PAGE) as { id: number; content: string }[];
  JSON.stringify(rows.map(({ content }) => content.replace(/https:\S+/gu, '[$&]').split(/[\s*]+/u)));
  return threadCpuMs() - beforeMs;
}

/** A fixed piece of work, with the time it takes on a quiet machine. */
export interface Reference {
  measure(): Promise<number>;
  quietMs: number;
}
/** The reference for work that runs in one turn of the event loop. */
const page: Reference = { measure: async () => pageMs(), quietMs: 4 };

/**
 * Returns the least CPU time of several tries of work that measures itself, in milliseconds of a quiet machine. While other tests share the
 * cores, their caches are cold, and the same work may take twice as long. A reference of the same kind, measured between the tries, shows
 * the slowdown. Stops once a try takes `enoughMs` or less.
 */
export async function quietMs(
  measure: () => Promise<number>,
  enoughMs: number,
  { reference = page }: { reference?: Reference } = {},
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  const references: number[] = [];
  for (let n = 0; n < TRIES_MAX; n += 1) {
    least = Math.min(least, await measure());
    if (least <= enoughMs) break;
    for (let each = 0; each < REFERENCES; each += 1) references.push(await reference.measure());
  }
  // The median, since the shorter the reference, the more likely its fastest run is undisturbed.
  const slower = references.length === 0 ? 1 : medianOf(references) / reference.quietMs;
  return least / Math.min(SLOWEST, Math.max(1, slower));
}

/** Like `quietMs`, for synchronous work. */
export const quietTurnMs = (work: () => unknown, enoughMs: number): Promise<number> =>
  quietMs(async () => {
    const beforeMs = threadCpuMs();
    work();
    return threadCpuMs() - beforeMs;
  }, enoughMs);

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
