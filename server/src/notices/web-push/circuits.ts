import type { Clock } from '../../platform/lib/clock.js';
import { hostBudgetOf, pushesAtOnceOf } from '../../platform/records/push-services.js';

/** Stops pushes to hosts that give no answer, and tries them again after a pause that doubles each time. */
export interface PushCircuits {
  /** Notes an answer of the endpoint's host, of whatever kind. */
  answered(endpoint: string): void;
  /** Notes that a request that began at this time (`Clock.monotonicMs`) got no answer. */
  failed(endpoint: string, begunMs: number): void;
  /** How many pushes within a budget may be under way. */
  atOnce(budget: string): number;
  /** The budgets of hosts that are not tried now. */
  closed(): string[];
}

/** Failures in a row before a host is no longer tried. */
const FAILURES_MAX = 3;

interface Host {
  failures: number;
  closedAtMs: number;
  closedUntilMs: number;
}

export function createPushCircuits({
  clock,
  firstMs,
  maxMs,
}: {
  clock: Pick<Clock, 'monotonicMs'>;
  firstMs: number;
  maxMs: number;
}): PushCircuits {
  const hosts = new Map<string, Host>();

  /** Forgets hosts that have not been asked for long. */
  const prune = (nowMs: number): void => {
    for (const [host, { closedUntilMs }] of hosts) if (closedUntilMs + maxMs < nowMs) hosts.delete(host);
  };

  return {
    answered: (endpoint) => void hosts.delete(hostBudgetOf(endpoint)),
    failed(endpoint, begunMs) {
      const nowMs = clock.monotonicMs();
      const host = hostBudgetOf(endpoint);
      const known = hosts.get(host) ?? { failures: 0, closedAtMs: 0, closedUntilMs: nowMs };
      // Requests that were under way together are one failure.
      if (begunMs < known.closedAtMs) return;
      const failures = known.failures + 1;
      const pauseMs = failures < FAILURES_MAX ? 0 : Math.min(maxMs, firstMs * 2 ** (failures - FAILURES_MAX));
      hosts.set(host, { failures, closedAtMs: pauseMs > 0 ? nowMs : 0, closedUntilMs: nowMs + pauseMs });
      prune(nowMs);
    },
    // One after a pause, to see whether the host answers again.
    atOnce: (budget) => ((hosts.get(budget)?.failures ?? 0) >= FAILURES_MAX ? 1 : pushesAtOnceOf(budget)),
    closed() {
      const nowMs = clock.monotonicMs();
      return [...hosts].flatMap(([host, { closedUntilMs }]) => (closedUntilMs > nowMs ? [host] : []));
    },
  };
}
