import { connect, createServer, type Socket } from 'node:net';
import { listenHere } from './listening.js';

/**
 * How the proxy breaks WebSockets: `refuse` answers 403; `close` accepts and closes at once; `close-later` first passes data for a
 * moment; `swallow` accepts and passes nothing.
 */
export type WebSocketFault = 'refuse' | 'close' | 'close-later' | 'swallow';

export interface WebSocketProxy {
  url: string;
  /** The number of WebSocket requests. */
  webSockets(): number;
  /** The number of long-polling requests. */
  longPolls(): number;
  close(): Promise<void>;
}

/** Long enough for a client to connect. */
const CLOSE_LATER_MS = 1_000;
const headEnd = '\r\n\r\n';

/** Starts a proxy like those of some schools and companies, which passes HTTP but breaks WebSockets. */
export async function startWebSocketProxy(targetUrl: string, fault: WebSocketFault): Promise<WebSocketProxy> {
  const target = new URL(targetUrl);
  const open = new Set<Socket>();
  let webSockets = 0;
  let longPolls = 0;

  const note = (chunk: Buffer) => {
    if (/transport=polling\S*[?&]sid=/u.test(chunk.toString('latin1'))) longPolls += 1;
  };
  const passThrough = (client: Socket, upstream: Socket, first: Buffer) => {
    upstream.write(first);
    note(first);
    client.on('data', note);
    client.pipe(upstream).pipe(client);
  };
  const breakConnection = (client: Socket, upstream: Socket, first: Buffer) => {
    webSockets += 1;
    if (fault === 'refuse') {
      client.end(`HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close${headEnd}`);
      return;
    }
    if (fault === 'close-later') {
      passThrough(client, upstream, first);
      setTimeout(() => client.destroy(), CLOSE_LATER_MS).unref();
      return;
    }
    upstream.write(first);
    upstream.once('data', (answer) => {
      // Drops the data after the head, which may hold the first frame.
      client.write(answer.subarray(0, answer.indexOf(headEnd) + headEnd.length));
      if (fault === 'close') client.end();
      // Read and dropped.
      upstream.resume();
      client.resume();
    });
  };
  const server = createServer((client) => {
    const upstream = connect({ host: target.hostname, port: Number(target.port) });
    const sockets = [client, upstream];
    for (const end of sockets) {
      open.add(end);
      end.on('error', () => end.destroy());
      end.on('close', () => {
        open.delete(end);
        for (const each of sockets) each.destroy();
      });
    }
    client.once('data', (first) => {
      const isWebSocket = /^upgrade: websocket/imu.test(first.toString('latin1'));
      (isWebSocket ? breakConnection : passThrough)(client, upstream, first);
    });
  });
  const port = await listenHere(server);
  return {
    url: `http://127.0.0.1:${port}`,
    webSockets: () => webSockets,
    longPolls: () => longPolls,
    async close() {
      for (const end of open) end.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
