import type { Server } from 'node:http';

const SWEEP_MS = 50;

/**
 * Runs what closes a server, and closes its connections meanwhile: idle ones again and again, since one that was busy
 * when the server stopped listening would be kept alive for a minute, and after `graceMs` the others.
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
