import type { Server } from 'node:http';

const SWEEP_MS = 50;
/** A request that is under way gets this long to finish. */
const GRACE_MS = 5_000;

/**
 * Runs what closes a server, and closes its connections meanwhile: idle ones again and again, since one that was busy
 * when the server stopped listening would be kept alive for a minute, and after a grace the others.
 */
export async function closingConnections(server: Server, close: () => Promise<void>): Promise<void> {
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const force = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  try {
    await close();
  } finally {
    clearInterval(sweep);
    clearTimeout(force);
  }
}
