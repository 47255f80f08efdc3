import { connect, createServer, type Socket } from 'node:net';
import { listenHere } from '@sangam/testing/servers/listening';

/** Changes the packets of one connection. */
export interface Tamper {
  /** How long the connection is hidden from the server. */
  connectDelayMs?: number;
  /** Returns the packets for the client instead of this one. */
  toClient?(packet: string): string[];
  /** Returns the packet to answer with in place of the server; null: it goes to the server. */
  toServer?(packet: string): string | null;
}

/** A proxy that changes Socket.IO packets; REST calls pass unchanged. `tamper` is called once per connection. */
export async function startTamperingProxy(serverUrl: string, tamper: () => Tamper) {
  const { hostname, port } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let tampered = 0;
  const server = createServer((client) => {
    const upstream = connect({ host: hostname, port: Number(port) });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => other.destroy());
    }
    client.once('data', (first: Buffer) => {
      if (!first.toString('latin1').startsWith('GET /socket.io/')) {
        upstream.write(first);
        client.pipe(upstream);
        upstream.pipe(client);
        return;
      }
      const { connectDelayMs = 0, toClient, toServer } = tamper();
      setTimeout(() => upstream.write(first), connectDelayMs);
      const fromServer = packets((packet, frame) => {
        if (packet === null || !toClient) return client.write(frame);
        const passed = toClient(packet);
        if (passed.length !== 1 || passed[0] !== packet) tampered += 1;
        for (const each of passed) client.write(serverFrame(each));
      });
      let head = Buffer.alloc(0);
      upstream.on('data', (chunk: Buffer) => {
        if (head.includes('\r\n\r\n')) return fromServer(chunk);
        head = Buffer.concat([head, chunk]);
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        client.write(head.subarray(0, end + 4));
        fromServer(head.subarray(end + 4));
      });
      client.on(
        'data',
        packets((packet, frame) => {
          const answer = packet === null ? null : (toServer?.(packet) ?? null);
          if (answer === null) return upstream.write(frame);
          tampered += 1;
          client.write(serverFrame(answer));
        }),
      );
    });
  });
  const proxyPort = await listenHere(server);
  return {
    url: `http://127.0.0.1:${proxyPort}`,
    /** The number of changed packets so far. */
    tampered: () => tampered,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const TEXT = 1;

/** Splits a stream into frames. The load test masks with zeros, so its packets are readable. */
function packets(onPacket: (packet: string | null, frame: Buffer) => unknown): (chunk: Buffer) => void {
  let incomplete = Buffer.alloc(0);
  return (chunk) => {
    incomplete = Buffer.concat([incomplete, chunk]);
    for (;;) {
      if (incomplete.length < 2) return;
      const short = (incomplete[1] ?? 0) & 0x7f;
      const isLong = short === 126;
      if (isLong && incomplete.length < 4) return;
      const body = (isLong ? 4 : 2) + ((incomplete[1] ?? 0) & 0x80 ? 4 : 0);
      const end = body + (isLong ? incomplete.readUInt16BE(2) : short);
      if (incomplete.length < end) return;
      const frame = incomplete.subarray(0, end);
      incomplete = incomplete.subarray(end);
      onPacket(((frame[0] ?? 0) & 0x0f) === TEXT ? frame.toString('utf8', body) : null, frame);
    }
  };
}

function serverFrame(packet: string): Buffer {
  const body = Buffer.from(packet);
  const head = body.length < 126 ? [0x81, body.length] : [0x81, 126, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from(head), body]);
}
