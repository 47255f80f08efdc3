import type { Manager, NodeWebSocket, NodeXHR } from 'socket.io-client';
import { monotonicMs } from '../../lib/clock';

/** A WebSocket that ends sooner counts as short-lived … */
const SHORT_LIFE_MS = 30_000;
/** … and one of those may be chance. */
const SHORT_LIVES_MAX = 2;
/** After this time the next connection tries a WebSocket again. */
const AVOIDED_MS = 10 * 60_000;
/**
 * After a WebSocket that lasted, this many attempts wait for a WebSocket only: the network is known to pass them, so the server is slow.
 */
const TRUSTED_ATTEMPTS = 2;
/** Long-polling that opens so soon after an unanswered WebSocket shows that the server isn't slow. */
const QUICK_MS = 1_000;

/** Engine.IO's two transports: in the bundle the browser's, in tests those of Node.js. */
interface Library {
  NodeWebSocket: typeof NodeWebSocket;
  NodeXHR: typeof NodeXHR;
}

/**
 * Tries a WebSocket first, and long-polling where a proxy blocks it. By itself, Engine.IO notices only a refused handshake. A proxy may
 * also leave it unanswered, accept it and pass nothing, or close it soon; connections then use long-polling for a while. A busy server
 * leaves handshakes unanswered too, and long-polling, which costs several times as much, would slow it further.
 */
export function createTransports({ NodeWebSocket, NodeXHR }: Library) {
  let avoidedUntilMs = 0;
  let shortLives = 0;
  let trustedAttempts = 0;
  let unansweredMs = Number.NEGATIVE_INFINITY;
  const avoid = () => {
    avoidedUntilMs = monotonicMs() + AVOIDED_MS;
  };
  const forget = () => {
    avoidedUntilMs = 0;
    shortLives = 0;
  };
  const both = [
    greetedWebSocket(NodeWebSocket, {
      isTrusted: () => trustedAttempts > 0,
      gaveUp() {
        trustedAttempts -= 1;
      },
      wasSilent(accepted) {
        if (accepted) avoid();
        else unansweredMs = monotonicMs();
      },
    }),
    NodeXHR,
  ];

  return {
    /** The next connection's transports, in order. */
    next: () => (monotonicMs() < avoidedUntilMs ? [NodeXHR] : both),
    /** Counts short-lived connections of this manager. */
    follow(manager: Manager, signal: AbortSignal): void {
      let openedMs: number | null = null;
      manager.on('open', () => {
        openedMs = monotonicMs();
        if (manager.engine.transport.name !== 'websocket' && openedMs - unansweredMs < QUICK_MS) avoid();
      });
      manager.on('close', (reason) => {
        const livedMs = openedMs === null ? SHORT_LIFE_MS : monotonicMs() - openedMs;
        openedMs = null;
        // Closed by this side or by the server.
        if (reason === 'forced close' || manager.engine.transport.name !== 'websocket') return;
        shortLives = livedMs < SHORT_LIFE_MS ? shortLives + 1 : 0;
        trustedAttempts = shortLives === 0 ? TRUSTED_ATTEMPTS : 0;
        if (shortLives >= SHORT_LIVES_MAX) avoid();
      });
      // Long-polling failed too, so the network or the server was away, which says nothing about WebSockets.
      manager.on('error', () => openedMs === null && forget());
      // It may be another network.
      window.addEventListener(
        'online',
        () => {
          forget();
          trustedAttempts = 0;
        },
        { signal },
      );
    },
  };
}

/** How long to wait for the server's greeting. Leaves half of an attempt's time for long-polling. */
const GREETED_WITHIN_MS = 5_000;

type Base = InstanceType<typeof NodeWebSocket>;

interface Path {
  /** Whether WebSockets are known to pass, so that one may be unanswered until the attempt times out. */
  isTrusted(): boolean;
  /** Called when the attempt ends before the WebSocket was accepted, on a trusted path. */
  gaveUp(): void;
  /** Called when the server hasn't greeted in time; `accepted` says whether the handshake succeeded. */
  wasSilent(accepted: boolean): void;
}

/**
 * Engine.IO's WebSocket, but it fails if the server's greeting is missing, so that the next transport is tried at once. Engine.IO alone
 * would wait until the attempt times out.
 */
const greetedWebSocket = (WebSocket: typeof NodeWebSocket, path: Path): typeof NodeWebSocket =>
  class extends WebSocket {
    #isPending = false;
    #accepted = false;
    #timer: ReturnType<typeof setTimeout> | undefined;

    override doOpen(): this {
      this.#isPending = true;
      if (!path.isTrusted()) this.#wait();
      super.doOpen();
      return this;
    }

    protected override onOpen(): void {
      this.#accepted = true;
      if (this.#timer === undefined) this.#wait();
      super.onOpen();
    }

    override doClose(): void {
      if (this.#isPending && !this.#accepted && path.isTrusted()) path.gaveUp();
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
      if (this.#isPending) this.#fail('closed before the server has greeted');
      else super.onClose(details);
    }

    #wait(): void {
      this.#timer = setTimeout(() => {
        path.wasSilent(this.#accepted);
        this.#fail('the server has not greeted');
      }, GREETED_WITHIN_MS);
    }

    #settle(): void {
      clearTimeout(this.#timer);
      this.#isPending = false;
    }

    #fail(reason: string): void {
      this.#settle();
      // Engine.IO drops a failed transport without closing it.
      this.doClose();
      this.onError(reason, undefined);
    }
  };
