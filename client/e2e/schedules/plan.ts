import type { ProxyMode } from '@sangam/testing/servers/proxy';

/** The writer has two tabs of one browser, the reader one. */
export const devices = ['first', 'second', 'other'] as const;
export type DeviceName = (typeof devices)[number];
export type Side = 'pair' | 'single';
export const sideOf = (device: DeviceName): Side => (device === 'other' ? 'single' : 'pair');

/** How a member's network fails: at the proxy, or as the browser's own "offline". */
export type Fault = Exclude<ProxyMode, 'pass'> | 'offline';

export type Step =
  | { do: 'write'; device: DeviceName; count: number }
  /** Opens the conversation, which marks it as read. */
  | { do: 'look'; device: DeviceName }
  /** Goes to another page, so that new messages stay unread. */
  | { do: 'away'; device: DeviceName }
  | { do: 'reload'; device: DeviceName }
  /** The tab's process dies, and the member opens another tab. */
  | { do: 'crash'; device: DeviceName }
  | { do: 'fail'; side: Side; fault: Fault }
  /** Repairs the network. With `cut`, earlier connections stay broken. */
  | { do: 'heal'; side: Side; cut: boolean }
  /** Only resets all open connections. */
  | { do: 'cut'; side: Side }
  | { do: 'kill' }
  | { do: 'restart' };

export interface PlannedStep {
  step: Step;
  thenMs: number;
}

const STEPS = 14;
const PAUSE_MAX_MS = 500;

/** Numbers in [0, 1) from the seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a seed's schedule, always the same one. Its last steps repair everything. */
export function planOf(seed: number): PlannedStep[] {
  const random = randomFrom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const failing = new Set<Side>();
  let down = false;

  const next = (): Step => {
    const chance = random();
    const device = pick(devices);
    const side = pick(['pair', 'single'] as const);
    if (chance < 0.42) return { do: 'write', device, count: random() < 0.25 ? 3 : 1 };
    if (chance < 0.5) return { do: 'look', device };
    if (chance < 0.58) return { do: 'away', device };
    if (chance < 0.64) return { do: 'reload', device };
    if (chance < 0.67) return { do: 'crash', device };
    if (chance < 0.72) return { do: 'cut', side };
    if (chance < 0.82) return down ? { do: 'restart' } : { do: 'kill' };
    if (failing.has(side)) return { do: 'heal', side, cut: random() < 0.7 };
    return { do: 'fail', side, fault: pick(['refuse', 'blackhole', 'deaf', 'stall', 'offline'] as const) };
  };
  const steps = Array.from({ length: STEPS }, (): PlannedStep => {
    const step = next();
    if (step.do === 'fail') failing.add(step.side);
    if (step.do === 'heal') failing.delete(step.side);
    if (step.do === 'kill') down = true;
    if (step.do === 'restart') down = false;
    return { step, thenMs: Math.floor(random() * PAUSE_MAX_MS) };
  });
  if (down) steps.push({ step: { do: 'restart' }, thenMs: 0 });
  for (const side of failing) steps.push({ step: { do: 'heal', side, cut: random() < 0.7 }, thenMs: 0 });
  return steps;
}

/** Describes a step in a line. */
export const spell = ({ step, thenMs }: PlannedStep): string =>
  `${Object.values(step).join(' ')}${thenMs === 0 ? '' : `, ${thenMs} ms`}`;
