import type { FastifyReply } from 'fastify';

/** Returns a signal that aborts when the client closes its connection before it has the whole answer. */
export function clientGone({ raw }: FastifyReply): AbortSignal {
  if (raw.closed) return AbortSignal.abort();
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
