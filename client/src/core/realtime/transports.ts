import type { Manager, NodeWebSocket, NodeXHR } from 'socket.io-client';
import { monotonicMs } from '../../lib/clock';

/** A WebSocket that ends sooner counts as short-lived … */
const SHORT_LIFE_MS = 30_000;
/** … and one of those may be chance. */
const SHORT_LIVES_MAX = 2;
/** After this time the next connection tries a WebSocket again. */
const AVOIDED_MS = 10 * 60_000;

/** Engine.IO's two transports: in the bundle the browser's, in tests those of Node.js. */
interface Library {
  NodeWebSocket: typeof NodeWebSocket;
  NodeXHR: typeof NodeXHR;
}

/**
 * WebSocket first, and long-polling where a proxy blocks it. Engine.IO only notices a refused handshake. A proxy may
 * also accept it and pass nothing, or close it soon; connections then use long-polling for a while.
 */
export function createTransports({ NodeWebSocket, NodeXHR }: Library) {
  let avoidedUntilMs = 0;
  let shortLives = 0;
  const avoid = () => {
    avoidedUntilMs = monotonicMs() + AVOIDED_MS;
  };
  const forget = () => {
    avoidedUntilMs = 0;
    shortLives = 0;
  };
  const both = [greetedWebSocket(NodeWebSocket, avoid), NodeXHR];

  return {
    /** The next connection's transports, in order. */
    next: () => (monotonicMs() < avoidedUntilMs ? [NodeXHR] : both),
    /** Counts short-lived connections of this manager. */
    follow(manager: Manager, signal: AbortSignal): void {
      let openedMs: number | null = null;
      manager.on('open', () => {
        openedMs = monotonicMs();
      });
      manager.on('close', (reason) => {
        const livedMs = openedMs === null ? SHORT_LIFE_MS : monotonicMs() - openedMs;
        openedMs = null;
        // Closed by this side or by the server.
        if (reason === 'forced close' || manager.engine.transport.name !== 'websocket') return;
        shortLives = livedMs < SHORT_LIFE_MS ? shortLives + 1 : 0;
        if (shortLives >= SHORT_LIVES_MAX) avoid();
      });
      // Long-polling failed too, so the network or the server was away, which says nothing about WebSockets.
      manager.on('error', () => openedMs === null && forget());
      // It may be another network.
      window.addEventListener('online', forget, { signal });
    },
  };
}

/** Half of an attempt's time is left for long-polling. */
const GREETED_WITHIN_MS = 5_000;

type Base = InstanceType<typeof NodeWebSocket>;

/**
 * Engine.IO's WebSocket, which fails without the server's greeting, so that the next transport is tried at once. By
 * itself Engine.IO would wait until the attempt times out.
 */
const greetedWebSocket = (WebSocket: typeof NodeWebSocket, onSilence: () => void): typeof NodeWebSocket =>
  class extends WebSocket {
    #waits: ReturnType<typeof setTimeout> | undefined;

    override doOpen(): this {
      this.#waits = setTimeout(() => {
        onSilence();
        this.#fail('the server has not greeted');
      }, GREETED_WITHIN_MS);
      super.doOpen();
      return this;
    }

    override doClose(): void {
      this.#settle();
      super.doClose();
    }

    protected override onPacket(packet: Parameters<Base['onPacket']>[0]): void {
      this.#settle();
      super.onPacket(packet);
    }

    protected override onError(reason: string, description: unknown, context?: unknown): this {
      this.#settle();
      return super.onError(reason, description, context);
    }

    protected override onClose(details?: Parameters<Base['onClose']>[0]): void {
      if (this.#waits === undefined) super.onClose(details);
      else this.#fail('closed before the server has greeted');
    }

    #settle(): void {
      clearTimeout(this.#waits);
      this.#waits = undefined;
    }

    #fail(reason: string): void {
      // Engine.IO drops a failed transport without closing it.
      this.doClose();
      this.onError(reason, undefined);
    }
  };
