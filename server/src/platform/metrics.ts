import type { Registry } from 'prom-client';
import type { Bus } from './lib/bus.js';
import type { Measurements } from './measurements.js';

/** Buckets of latencies, in seconds. */
export const LATENCY_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Registers the metrics of a subject. */
export type MetricsPart = (deps: { registers: Registry[]; measurements: Bus<Measurements> }) => void;
