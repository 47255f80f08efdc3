import type { Server } from 'node:http';

const SWEEP_MS = 50;

/**
 * Closes a server by `close`, and its connections meanwhile: idle ones repeatedly (one that was busy when the server
 * stopped listening would stay open for a minute), all others after `graceMs`.
 */
export async function closingConnections(server: Server, graceMs: number, close: () => Promise<void>): Promise<void> {
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const force = setTimeout(() => server.closeAllConnections(), graceMs);
  try {
    await close();
  } finally {
    clearInterval(sweep);
    clearTimeout(force);
  }
}
