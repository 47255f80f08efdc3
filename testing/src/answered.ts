import { setTimeout as pause } from 'node:timers/promises';
import type { Reply } from './test-server.js';

const AGAIN_AFTER_MS = 50;

/** What `call` is answered in the end: a busy machine may answer BUSY first, of which nothing is stored, and a client asks again. */
export async function answered(call: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await call();
    if (reply.status !== 503) return reply;
    await pause(AGAIN_AFTER_MS);
  }
}
