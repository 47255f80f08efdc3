import { UNSENT_MAX_BYTES } from './batching.js';
import type { MemberSocket } from './io.js';

/**
 * Closes a connection whose client does not take its packets, by what waits in Engine.IO's queue: until a long-polling
 * client's next request, or until a WebSocket has written the broadcast before. What is written to a WebSocket directly
 * has the same limit in `batching.ts`.
 */
export function boundUnsent(connection: MemberSocket['conn']): void {
  let unsentBytes = 0;
  connection.on('packetCreate', ({ data }: { data?: unknown }) => {
    unsentBytes += typeof data === 'string' ? data.length : 0;
    if (unsentBytes > UNSENT_MAX_BYTES) connection.close(true);
  });
  connection.on('flush', () => {
    unsentBytes = 0;
  });
}
