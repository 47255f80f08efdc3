import type { Ack } from '@sangam/shared/contract/socket';

/** Called once; null: no answer came, so the outcome is unknown. */
type Answered = (ack: Ack<never> | null) => void;

/** The events of one connection that wait for their acknowledgement. */
export interface Answers {
  /** Answers the number to send the event under. */
  expect(answered: Answered): number;
  /** False: this one was acknowledged before. */
  came(id: number, ack: Ack<never>): boolean;
  /** No more will come. */
  end(): void;
}

/** As the web application waits for an acknowledgement. */
const ANSWER_WITHIN_MS = 8_000;
const SWEEP_MS = 1_000;

export function createAnswers(): Answers {
  const pending = new Map<number, { answered: Answered; untilMs: number }>();
  /** What was given up; its acknowledgement may still come. */
  const expired = new Set<number>();
  let lastId = -1;
  const sweep = setInterval(() => {
    const nowMs = performance.now();
    for (const [id, { untilMs, answered }] of pending) {
      if (untilMs > nowMs) return;
      pending.delete(id);
      expired.add(id);
      answered(null);
    }
  }, SWEEP_MS);

  return {
    expect(answered) {
      lastId += 1;
      pending.set(lastId, { answered, untilMs: performance.now() + ANSWER_WITHIN_MS });
      return lastId;
    },
    came(id, ack) {
      const waiting = pending.get(id);
      if (!waiting) return expired.delete(id);
      pending.delete(id);
      waiting.answered(ack);
      return true;
    },
    end() {
      clearInterval(sweep);
      for (const { answered } of pending.values()) answered(null);
      pending.clear();
    },
  };
}
