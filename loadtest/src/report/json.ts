import { measuredSeconds, type Outcome } from '../figures/collector.js';
import { timingNames } from '../figures/telemetry.js';

/** A run's figures, for `--json`. */
export function figuresJson({ plan, startedAt, figures, results }: Outcome): object {
  const latencies = timingNames.flatMap((name) => {
    const histogram = figures.latencies.get(name);
    if (!histogram) return [];
    const ms = (share: number) => histogram.percentileMs(share);
    const row = {
      count: histogram.count(),
      meanMs: histogram.meanMs(),
      p50Ms: ms(0.5),
      p90Ms: ms(0.9),
      p99Ms: ms(0.99),
      p999Ms: ms(0.999),
      maxMs: histogram.maxMs(),
    };
    return [[name, row] as const];
  });
  return {
    startedAt: startedAt.toISOString(),
    node: process.version,
    plan,
    measuredSeconds: measuredSeconds(figures).length,
    latencies: Object.fromEntries(latencies),
    errors: Object.fromEntries(figures.errors),
    seconds: figures.seconds,
    invariants: results,
  };
}
