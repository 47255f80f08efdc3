import { connect, createServer, type Socket } from 'node:net';
import { listenHere } from './listening.js';

/**
 * `refuse` resets every connection; `blackhole` drops the data of both sides, `deaf` that of the server; `stall` delays all data, like a
 * network that loses packets for a while.
 */
export type ProxyMode = 'pass' | 'refuse' | 'blackhole' | 'deaf' | 'stall';

export interface FaultyProxy {
  port: number;
  /** Changes the mode of new and open connections; no restart follows. */
  set(mode: ProxyMode): void;
  /** Resets every open connection. */
  cut(): void;
  /**
   * Once a connection's client has sent these texts, one after the other, resets that connection instead of passing on the answer to the
   * last.
   */
  loseAnswerTo(...texts: string[]): void;
  /** Returns a list of what clients send from now on, packet by packet, as text. */
  record(): readonly string[];
  /**
   * Counts the packets of clients from now on. At the `nth`, resets all connections and refuses new ones for a moment, like a restart:
   * before the packet is forwarded, or instead of its answer. Resolves then.
   */
  restart(nth: number, when: 'before' | 'answer'): Promise<void>;
  close(): Promise<void>;
}

/** As long as PostgreSQL takes to start. */
const RESTARTED_AFTER_MS = 150;

interface Pair {
  client: Socket;
  upstream: Socket;
  /** How many of the texts in `loseAnswerTo` the client has sent. */
  textsSent: number;
  isUnanswered: boolean;
}

/** A TCP proxy that fails on purpose. A stream that has lost bytes stays silent. */
export async function startProxy(target: { host: string; port: number }): Promise<FaultyProxy> {
  let mode: ProxyMode = 'pass';
  let unanswered: readonly string[] = [];
  let recorded: string[] = [];
  let restart: { nth: number; when: 'before' | 'answer'; done: () => void } | null = null;
  const pairs = new Set<Pair>();

  const disconnect = () => {
    for (const { client, upstream } of pairs) {
      client.resetAndDestroy();
      upstream.resetAndDestroy();
    }
  };
  const beginRestart = ({ done }: NonNullable<typeof restart>) => {
    restart = null;
    mode = 'refuse';
    disconnect();
    setTimeout(() => {
      mode = 'pass';
    }, RESTARTED_AFTER_MS);
    done();
  };
  const forward = (pair: Pair, from: Socket, to: Socket) => {
    let lost = false;
    from.on('data', (chunk: Buffer) => {
      if (pair.isUnanswered && restart) return beginRestart(restart);
      if (pair.isUnanswered) return pair.client.resetAndDestroy();
      if (from === pair.client && recorded.push(chunk.toString('latin1')) === restart?.nth) {
        if (restart.when === 'before') return beginRestart(restart);
        pair.isUnanswered = true;
      }
      const awaited = unanswered[pair.textsSent];
      if (from === pair.client && awaited !== undefined && chunk.includes(awaited)) {
        pair.textsSent += 1;
        pair.isUnanswered = pair.textsSent === unanswered.length;
        if (pair.isUnanswered) unanswered = [];
      }
      lost ||= mode === 'blackhole' || (mode === 'deaf' && from === pair.upstream);
      if (!lost) to.write(chunk);
    });
    from.on('error', () => to.destroy());
    from.on('close', () => {
      pairs.delete(pair);
      to.destroy();
    });
    if (mode === 'stall') from.pause();
  };
  const server = createServer((client) => {
    if (mode === 'refuse') return client.resetAndDestroy();
    const pair = { client, upstream: connect(target), textsSent: 0, isUnanswered: false };
    pairs.add(pair);
    forward(pair, pair.client, pair.upstream);
    forward(pair, pair.upstream, pair.client);
  });
  const port = await listenHere(server);
  return {
    port,
    set(next) {
      mode = next;
      restart = null;
      if (next === 'refuse') disconnect();
      for (const { client, upstream } of pairs)
        for (const end of [client, upstream]) next === 'stall' ? end.pause() : end.resume();
    },
    cut: disconnect,
    loseAnswerTo(...texts) {
      unanswered = texts;
      for (const pair of pairs) pair.textsSent = 0;
    },
    record() {
      recorded = [];
      return recorded;
    },
    restart(nth, when) {
      recorded = [];
      return new Promise((done) => {
        restart = { nth, when, done };
      });
    },
    async close() {
      disconnect();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
