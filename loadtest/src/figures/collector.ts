import type { InvariantResults } from '../invariants/invariants.js';
import type { Plan } from '../plan.js';
import { createHistogram, type Histogram } from './histogram.js';
import { type Tick, type Timing, timingNames } from './telemetry.js';

/** One second of the run, over all processes. */
export interface Second {
  /** Answered operations and received live updates. */
  done: Partial<Record<Timing, number>>;
  errors: number;
  connected: number;
  unanswered: number;
  sendP50Ms: number;
  sendP99Ms: number;
  deliveryP99Ms: number;
}

/** The measurements of a run. */
export interface Figures {
  /** By operation, without the ramp. */
  latencies: Map<Timing, Histogram>;
  /** By operation and code, over the whole run. */
  errors: Map<string, number>;
  seconds: Second[];
  /** Index in `seconds` at which the measured time starts. */
  measuredFrom: number;
}

/** Counts answered operations, without live updates and first connections. */
export const answered = (done: Second['done']): number =>
  timingNames
    .filter((name) => name !== 'delivery' && name !== 'join delivery' && name !== 'connect')
    .reduce((sum, name) => sum + (done[name] ?? 0), 0);

interface Collector {
  add(tick: Tick): void;
  /** Adds errors that belong to no second of the load. */
  addErrors(errors: Tick['errors']): void;
  figures: Figures;
  /** The last second that all processes have reported. */
  latest(): Second | undefined;
}

/** Sums the reports of the processes, second by second. */
export function createCollector(plan: Plan): Collector {
  const figures: Figures = {
    latencies: new Map(),
    errors: new Map(),
    seconds: [],
    measuredFrom: Math.ceil(plan.rampMs / 1_000),
  };
  const ticksBySecond = new Map<number, Tick[]>();

  const close = (ticks: readonly Tick[], isMeasured: boolean) => {
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
      for (const count of Object.values(tick.errors)) second.errors += count;
      for (const name of timingNames) {
        const counts = tick.latencies[name];
        if (!counts) continue;
        histogramOf(bySecond, name).add(counts);
        // First connections happen during the ramp.
        if (isMeasured || name === 'connect') histogramOf(figures.latencies, name).add(counts);
      }
    }
    for (const [name, histogram] of bySecond) second.done[name] = histogram.count();
    second.sendP50Ms = bySecond.get('send')?.percentileMs(0.5) ?? 0;
    second.sendP99Ms = bySecond.get('send')?.percentileMs(0.99) ?? 0;
    second.deliveryP99Ms = bySecond.get('delivery')?.percentileMs(0.99) ?? 0;
    figures.seconds.push(second);
  };

  const addErrors: Collector['addErrors'] = (errors) => {
    for (const [name, count] of Object.entries(errors))
      figures.errors.set(name, (figures.errors.get(name) ?? 0) + count);
  };

  return {
    figures,
    addErrors,
    latest: () => figures.seconds.at(-1),
    add(tick) {
      // At once: the last second of a process may have no counterpart in the others.
      addErrors(tick.errors);
      const ticks = ticksBySecond.get(tick.second) ?? [];
      ticks.push(tick);
      ticksBySecond.set(tick.second, ticks);
      if (ticks.length < plan.processes) return;
      ticksBySecond.delete(tick.second);
      close(ticks, tick.second >= figures.measuredFrom);
    },
  };
}

function histogramOf(to: Map<Timing, Histogram>, name: Timing): Histogram {
  const histogram = to.get(name) ?? createHistogram();
  to.set(name, histogram);
  return histogram;
}

/** The data of the summary, the report and the JSON. */
export interface Outcome {
  plan: Plan;
  startedAt: Date;
  figures: Figures;
  results: InvariantResults;
}

/** The seconds after the ramp, without the last one, which the end cuts short (unless it is the only one). */
export const measuredSeconds = ({ seconds, measuredFrom }: Figures): Second[] => {
  const measured = seconds.slice(measuredFrom);
  return measured.length > 1 ? measured.slice(0, -1) : measured;
};
