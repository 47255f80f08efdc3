import { UNSENT_MAX_BYTES } from './batching.js';
import type { MemberSocket } from './io.js';

/**
 * Closes a long-polling connection whose client does not fetch its packets: they queue in the server's memory until the
 * next poll. For WebSockets, `batching.ts` applies the same limit.
 */
export function boundPolling(connection: MemberSocket['conn']): void {
  if (connection.transport.name !== 'polling') return;
  let unsentBytes = 0;
  connection.on('packetCreate', ({ data }: { data?: unknown }) => {
    unsentBytes += typeof data === 'string' ? data.length : 0;
    if (unsentBytes > UNSENT_MAX_BYTES) connection.close(true);
  });
  connection.on('flush', () => {
    unsentBytes = 0;
  });
}
