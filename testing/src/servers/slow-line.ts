import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenHere } from './listening.js';

interface SlowLine {
  port: number;
  close(): Promise<void>;
}

/**
 * Starts a TCP proxy like a slow network: data from the client takes `latencyMs`, and all connections share `bytesPerS` from the server.
 * The browser's own emulation of a slow network isn't used, since it leaves requests unanswered on a busy machine (Chromium 156).
 */
export async function startSlowLine(
  target: { host: string; port: number },
  { latencyMs, bytesPerS }: { latencyMs: number; bytesPerS: number },
): Promise<SlowLine> {
  const ends = new Set<Socket>();
  /** When the last byte from the server will have passed. */
  let freeAtMs = 0;
  const passed = (bytes: number): number => {
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
    ends.add(from);
    from.on('data', (chunk) => inOrder(dueMs(chunk.length), () => to.write(chunk)));
    from.on('end', () => inOrder(0, () => to.end()));
    from.on('error', () => to.destroy());
    from.on('close', () => ends.delete(from));
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ ...target, allowHalfOpen: true });
    forward(client, upstream, () => performance.now() + latencyMs);
    forward(upstream, client, passed);
  });
  const port = await listenHere(server);
  return {
    port,
    async close() {
      for (const end of ends) end.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
