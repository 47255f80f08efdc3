import { chmodSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Server } from 'node:net';

/** The longest Unix socket address that both Linux and macOS accept. */
const ADDRESS_MAX_BYTES = 103;

/** Why no Unix socket can be at this path; null if one can. */
export function unixSocketObstacle(path: string): string | null {
  if (process.platform === 'win32') return 'Windows has no Unix sockets';
  return Buffer.byteLength(path) > ADDRESS_MAX_BYTES ? 'the path of DATA_DIR is too long for a Unix socket' : null;
}

/**
 * Listens at this path for other processes of the same user, and doesn't keep this one running. The caller owns the folder, so a socket
 * left there by an earlier process is replaced.
 */
export async function listenForOwnUser(server: Server, path: string): Promise<void> {
  await rm(path, { force: true });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
  server.unref();
  chmodSync(path, 0o600);
}
