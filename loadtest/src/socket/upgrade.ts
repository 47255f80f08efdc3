import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';

/**
 * Upgrades a fresh TCP or TLS connection to a WebSocket of Engine.IO 4. `receive` takes what the server sends, and answers null
 * until the handshake is whole, then what followed it. `opened` rejects when the server answered anything but 101. `origin`
 * null: no `Origin` header.
 */
export function upgrade(
  socket: Socket,
  host: string,
  origin: string | null,
): { receive(chunk: Buffer): Buffer | null; opened: Promise<void> } {
  const key = randomBytes(16).toString('base64');
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${host}\r\n${origin ? `Origin: ${origin}\r\n` : ''}` +
      `Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  let head = Buffer.alloc(0);
  let settle: (error?: Error) => void = () => undefined;
  const opened = new Promise<void>((resolve, reject) => {
    settle = (error) => (error ? reject(error) : resolve());
  });
  const failed = () => settle(new Error('the WebSocket upgrade failed'));
  socket.once('close', failed);
  socket.once('error', failed);
  return {
    opened,
    receive(chunk) {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return null;
      const isAccepted = head.toString('latin1', 0, 12).endsWith(' 101');
      settle(isAccepted ? undefined : new Error(head.toString('latin1', 0, 80)));
      return isAccepted ? head.subarray(end + 4) : null;
    },
  };
}
