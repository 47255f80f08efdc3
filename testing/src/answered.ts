import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply } from './test-server.js';

const RETRY_AFTER_MS = 50;

/** Repeats `call` while it answers BUSY, as clients do on a busy machine; nothing is stored for such an answer. */
export async function answered(call: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await call();
    if (reply.status !== 503) return reply;
    await sleep(RETRY_AFTER_MS);
  }
}
