import type { Verdicts } from './checker/promises.js';
import { createHistogram, type Histogram } from './histogram.js';
import type { Plan } from './options.js';
import { type Tick, type Timing, timingNames } from './telemetry.js';

/** One second of the run, over all processes. */
export interface Second {
  /** Operations that were answered, and messages that were pushed. */
  done: Partial<Record<Timing, number>>;
  errors: number;
  connected: number;
  unanswered: number;
  sendP50Ms: number;
  sendP99Ms: number;
  deliveryP99Ms: number;
}

/** What a run comes to; `verdicts` are null until it was checked. */
export interface Figures {
  /** By operation, of the measured time alone: what came during the ramp does not count. */
  latencies: Map<Timing, Histogram>;
  /** By operation and code, over the whole run. */
  errors: Map<string, number>;
  seconds: Second[];
  /** Where the measured time begins in `seconds`. */
  measuredFrom: number;
}

/** Answered operations, as opposed to pushes. */
export const answered = (done: Second['done']): number =>
  timingNames
    .filter((name) => name !== 'delivery' && name !== 'join push' && name !== 'connect')
    .reduce((sum, name) => sum + (done[name] ?? 0), 0);

export interface Collector {
  add(tick: Tick): void;
  figures: Figures;
  /** The last second that all processes told of. */
  latest(): Second | undefined;
}

/** Puts together what the processes tell, second by second. */
export function createCollector(plan: Plan): Collector {
  const figures: Figures = {
    latencies: new Map(),
    errors: new Map(),
    seconds: [],
    measuredFrom: Math.ceil(plan.rampMs / 1_000),
  };
  const waiting = new Map<number, Tick[]>();

  const close = (ticks: readonly Tick[], measured: boolean) => {
    const bySecond = new Map<Timing, Histogram>();
    const second: Second = {
      done: {},
      errors: 0,
      connected: 0,
      unanswered: 0,
      sendP50Ms: 0,
      sendP99Ms: 0,
      deliveryP99Ms: 0,
    };
    for (const tick of ticks) {
      second.connected += tick.connected;
      second.unanswered += tick.unanswered;
      for (const [name, count] of Object.entries(tick.errors)) {
        second.errors += count;
        figures.errors.set(name, (figures.errors.get(name) ?? 0) + count);
      }
      for (const name of timingNames) {
        const counts = tick.latencies[name];
        if (!counts) continue;
        added(bySecond, name).add(counts);
        // The first connection is what the ramp is for.
        if (measured || name === 'connect') added(figures.latencies, name).add(counts);
      }
    }
    for (const [name, histogram] of bySecond) second.done[name] = histogram.count();
    second.sendP50Ms = bySecond.get('send')?.percentileMs(0.5) ?? 0;
    second.sendP99Ms = bySecond.get('send')?.percentileMs(0.99) ?? 0;
    second.deliveryP99Ms = bySecond.get('delivery')?.percentileMs(0.99) ?? 0;
    figures.seconds.push(second);
  };

  return {
    figures,
    latest: () => figures.seconds.at(-1),
    add(tick) {
      const ticks = waiting.get(tick.second) ?? [];
      ticks.push(tick);
      waiting.set(tick.second, ticks);
      if (ticks.length < plan.processes) return;
      waiting.delete(tick.second);
      close(ticks, tick.second >= figures.measuredFrom);
    },
  };
}

function added(to: Map<Timing, Histogram>, name: Timing): Histogram {
  const histogram = to.get(name) ?? createHistogram();
  to.set(name, histogram);
  return histogram;
}

/** All that the table, the report and the JSON are made of. */
export interface Outcome {
  plan: Plan;
  startedAt: Date;
  figures: Figures;
  verdicts: Verdicts;
}

/** The measured seconds; the last one is cut short by the end and left out where there are others. */
export const measuredSeconds = ({ seconds, measuredFrom }: Figures): Second[] => {
  const measured = seconds.slice(measuredFrom);
  return measured.length > 1 ? measured.slice(0, -1) : measured;
};
