import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenHere } from './listening.js';

interface SlowConnection {
  port: number;
  close(): Promise<void>;
}

/**
 * Starts a TCP proxy like a slow network: data from the client takes `latencyMs`, and all connections share `bytesPerS` from the server.
 * The browser's own emulation of a slow network isn't used, since it leaves requests unanswered on a busy machine (Chromium 156).
 */
export async function startSlowConnection(
  target: { host: string; port: number },
  { latencyMs, bytesPerS }: { latencyMs: number; bytesPerS: number },
): Promise<SlowConnection> {
  const sockets = new Set<Socket>();
  /** When the last byte from the server will have passed. */
  let freeAtMs = 0;
  const delayOf = (bytes: number): number => {
    freeAtMs = Math.max(freeAtMs, performance.now()) + (bytes / bytesPerS) * 1_000;
    return freeAtMs;
  };

  const forward = (from: Socket, to: Socket, dueMs: (bytes: number) => number) => {
    let before = Promise.resolve();
    const inOrder = (dueAtMs: number, act: () => void) => {
      before = before.then(async () => {
        await sleep(Math.max(0, dueAtMs - performance.now()));
        act();
      });
    };
    sockets.add(from);
    from.on('data', (chunk) => inOrder(dueMs(chunk.length), () => to.write(chunk)));
    from.on('end', () => inOrder(0, () => to.end()));
    from.on('error', () => to.destroy());
    from.on('close', () => sockets.delete(from));
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ ...target, allowHalfOpen: true });
    forward(client, upstream, () => performance.now() + latencyMs);
    forward(upstream, client, delayOf);
  });
  const port = await listenHere(server);
  return {
    port,
    async close() {
      for (const end of sockets) end.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
