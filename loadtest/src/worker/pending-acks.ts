import type { Ack } from '@sangam/shared/app/socket';

/** Called once; null: no answer came, so the outcome is unknown. */
type Acknowledged = (ack: Ack<never> | null) => void;

/** The events of one socket that wait for their acknowledgement. */
export interface PendingAcks {
  /** Returns the acknowledgement id to send the event under. */
  add(acknowledged: Acknowledged): number;
  /** False: this id was acknowledged before. */
  acknowledge(id: number, ack: Ack<never>): boolean;
  /** Ends every event that still waits with null. */
  end(): void;
}

/** The web application waits as long for an acknowledgement. */
const ACK_TIMEOUT_MS = 8_000;
const SWEEP_INTERVAL_MS = 1_000;

export function createPendingAcks(): PendingAcks {
  const pending = new Map<number, { acknowledged: Acknowledged; untilMs: number }>();
  /** Timed out; their acknowledgements may still come. */
  const expired = new Set<number>();
  let lastId = -1;
  const sweep = setInterval(() => {
    const nowMs = performance.now();
    for (const [id, { untilMs, acknowledged }] of pending) {
      if (untilMs > nowMs) return;
      pending.delete(id);
      expired.add(id);
      acknowledged(null);
    }
  }, SWEEP_INTERVAL_MS);

  return {
    add(acknowledged) {
      lastId += 1;
      pending.set(lastId, { acknowledged, untilMs: performance.now() + ACK_TIMEOUT_MS });
      return lastId;
    },
    acknowledge(id, ack) {
      const waiting = pending.get(id);
      if (!waiting) return expired.delete(id);
      pending.delete(id);
      waiting.acknowledged(ack);
      return true;
    },
    end() {
      clearInterval(sweep);
      for (const { acknowledged } of pending.values()) acknowledged(null);
      pending.clear();
    },
  };
}
