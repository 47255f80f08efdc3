import { UNSENT_MAX_BYTES } from './batching-websocket.js';
import type { Device } from './devices.js';

/**
 * Ends a long-polling connection that does not come for what it is sent: there, packets wait in the server's memory until
 * the client asks. A WebSocket is bounded where its bytes pile up.
 */
export function boundPolling(connection: Device['conn']): void {
  if (connection.transport.name !== 'polling') return;
  let waitingBytes = 0;
  connection.on('packetCreate', ({ data }: { data?: unknown }) => {
    waitingBytes += typeof data === 'string' ? data.length : 0;
    if (waitingBytes > UNSENT_MAX_BYTES) connection.close(true);
  });
  connection.on('flush', () => {
    waitingBytes = 0;
  });
}
