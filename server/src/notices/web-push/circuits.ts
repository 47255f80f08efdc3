import type { Clock } from '../../platform/lib/clock.js';
import { hostBudgetOf, pushesAtOnceOf } from '../../platform/records/push-services.js';

/** Stops pushes to hosts that don't answer, and tries them again after a pause that doubles each time. */
export interface PushCircuits {
  /** Notes that the endpoint's host answered, whatever the answer. */
  answered(endpoint: string): void;
  /** Notes that a request that started at this time (`Clock.monotonicMs`) got no answer. */
  failed(endpoint: string, startMs: number): void;
  /** Returns how many pushes of a budget may run at the same time. */
  atOnce(budget: string): number;
  /** Returns the budgets of hosts that are paused now. */
  closed(): string[];
}

/** Failures in a row before a host is paused. */
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

  /** Forgets hosts that were paused long ago. */
  const prune = (nowMs: number): void => {
    for (const [host, { closedUntilMs }] of hosts) if (closedUntilMs + maxMs < nowMs) hosts.delete(host);
  };

  return {
    answered: (endpoint) => void hosts.delete(hostBudgetOf(endpoint)),
    failed(endpoint, startMs) {
      const nowMs = clock.monotonicMs();
      const host = hostBudgetOf(endpoint);
      const circuit = hosts.get(host) ?? { failures: 0, closedAtMs: 0, closedUntilMs: nowMs };
      // Requests that ran at the same time count as one failure.
      if (startMs < circuit.closedAtMs) return;
      const failures = circuit.failures + 1;
      const pauseMs = failures < FAILURES_MAX ? 0 : Math.min(maxMs, firstMs * 2 ** (failures - FAILURES_MAX));
      hosts.set(host, { failures, closedAtMs: pauseMs > 0 ? nowMs : 0, closedUntilMs: nowMs + pauseMs });
      prune(nowMs);
    },
    // After a pause, only one, to see whether the host answers again.
    atOnce: (budget) => ((hosts.get(budget)?.failures ?? 0) >= FAILURES_MAX ? 1 : pushesAtOnceOf(budget)),
    closed() {
      const nowMs = clock.monotonicMs();
      return [...hosts].flatMap(([host, { closedUntilMs }]) => (closedUntilMs > nowMs ? [host] : []));
    },
  };
}
