import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';

/**
 * Upgrades a fresh TCP or TLS connection to a WebSocket of Engine.IO 4. Resolves with the bytes that followed the server's
 * handshake; throws when the server answered anything but 101. `origin` null: no `Origin` header.
 */
export async function upgrade(socket: Socket, host: string, origin: string | null): Promise<Buffer> {
  const key = randomBytes(16).toString('base64');
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${host}\r\n${origin ? `Origin: ${origin}\r\n` : ''}` +
      `Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  let head = Buffer.alloc(0);
  return new Promise((resolve, reject) => {
    const failed = () => reject(new Error('the WebSocket upgrade failed'));
    const collect = (chunk: Buffer) => {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      socket.off('data', collect);
      socket.off('close', failed);
      if (!head.toString('latin1', 0, 12).endsWith(' 101')) return reject(new Error(head.toString('latin1', 0, 80)));
      resolve(head.subarray(end + 4));
    };
    socket.on('data', collect);
    socket.once('close', failed);
    socket.once('error', failed);
  });
}
