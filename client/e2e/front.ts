import { createHash } from 'node:crypto';
import { createServer, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { listenHere } from '@sangam/testing/servers/listening';

/** A proxy between browser and server that can be stopped, and can serve another version of the application. */
export interface Front {
  url: string;
  /** Stops accepting connections, and cuts the open ones. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** From now on serves the page and the service worker in this version. */
  serveVersion(name: string): void;
  /** From now on serves this service worker. */
  serveWorker(code: string): void;
}

export async function startFront(serverUrl: string): Promise<Front> {
  const { hostname, port } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  const replaced = new Map<string, () => Promise<{ type: string; body: string }>>();

  const http = createServer(async (incoming, reply) => {
    const own = replaced.get(incoming.headers.accept?.includes('text/html') ? '/' : (incoming.url ?? ''));
    if (own) {
      try {
        const { type, body } = await own();
        reply.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' }).end(body);
      } catch {
        // Without the server behind it, there is no answer.
        reply.destroy();
      }
      return;
    }
    const { method, url, headers } = incoming;
    const onward = request({ hostname, port, method, path: url, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    onward.on('error', () => reply.destroy());
    incoming.pipe(onward);
  });
  http.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  http.on('upgrade', (incoming, socket, head) => {
    const onward = connect(Number(port), hostname, () => {
      const headers = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${value}`);
      onward.write(`GET ${incoming.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
    socket.on('close', () => onward.destroy());
  });

  const own = await listenHere(http);
  const textOf = async (path: string) => (await fetch(`${serverUrl}${path}`)).text();
  const built = async () => /data-version="(\w+)"/u.exec(await textOf('/'))?.[1] ?? '';
  const pageOf = async (name: string) => (await textOf('/')).replaceAll(await built(), name);

  return {
    url: `http://127.0.0.1:${own}`,
    stop: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    start: () => new Promise((resolve) => http.listen(own, '127.0.0.1', resolve)),
    serveVersion(name) {
      replaced.set('/', async () => ({ type: 'text/html', body: await pageOf(name) }));
      replaced.set('/sw.js', async () => {
        const hash = createHash('sha256')
          .update(await pageOf(name))
          .digest('base64');
        const body = (await textOf('/sw.js'))
          .replaceAll(await built(), name)
          .replace(/("url":"\/","integrity":"sha256-)[^"]+/u, `$1${hash}`);
        return { type: 'text/javascript', body };
      });
    },
    serveWorker: (code) => void replaced.set('/sw.js', async () => ({ type: 'text/javascript', body: code })),
  };
}
