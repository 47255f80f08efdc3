import { connect, createServer, type Socket } from 'node:net';

type ProxyMode = 'pass' | 'refuse' | 'blackhole';

export interface FaultyProxy {
  port: number;
  /** Changes how it treats connections, open ones too. */
  set(mode: ProxyMode): void;
  /** Breaks every open connection with a reset. */
  cut(): void;
  close(): Promise<void>;
}

/** A TCP proxy that fails on purpose: passes, refuses, or swallows everything without a word. */
export async function startProxy(target: { host: string; port: number }): Promise<FaultyProxy> {
  let mode: ProxyMode = 'pass';
  const pairs = new Set<[Socket, Socket]>();
  const server = createServer((client) => {
    if (mode === 'refuse') return client.resetAndDestroy();
    const upstream = connect(target);
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    const forward = (from: Socket, to: Socket) => {
      from.on('data', (chunk) => mode === 'pass' && to.write(chunk));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        pairs.delete(pair);
        to.destroy();
      });
    };
    forward(client, upstream);
    forward(upstream, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the proxy has no port');
  const cut = () => {
    for (const [client, upstream] of pairs) {
      client.resetAndDestroy();
      upstream.resetAndDestroy();
    }
  };
  return {
    port: address.port,
    set(next) {
      mode = next;
      if (next === 'refuse') cut();
    },
    cut,
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
