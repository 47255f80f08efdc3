import type {
  Ack,
  ClientAnswer,
  ClientEvent,
  ClientPayload,
  ServerEvent,
  ServerPayload,
} from '@sangam/shared/app/socket';
import { openRawClient, type RawClient, type RawClientTarget } from '../socket/raw-client.js';

/** The events of a socket. */
export interface SocketHandlers {
  event<E extends ServerEvent>(event: E, payload: ServerPayload<E>): void;
  /** The server acknowledged an event that it had acknowledged before. */
  acknowledgedTwice(): void;
  /** The socket has closed, on either side; events without an acknowledgement get null right after. */
  closed(): void;
}

export interface TypedSocket extends Pick<RawClient, 'close' | 'disconnect' | 'closed'> {
  /** `acknowledged` is called once; null: no answer arrived, so the outcome is unknown. */
  emit<E extends ClientEvent>(
    event: E,
    payload: ClientPayload<E>,
    acknowledged: (ack: Ack<ClientAnswer<E>> | null) => void,
  ): void;
}

/** Opens a raw client with typed events. Throws like `openRawClient`. */
export async function openSocket(target: RawClientTarget, handlers: SocketHandlers): Promise<TypedSocket> {
  const pending = createPendingAcks();
  const client = await openRawClient(target, {
    event(bytes, from, to) {
      const [event, payload] = JSON.parse(bytes.toString('utf8', from + 2, to)) as [
        ServerEvent,
        ServerPayload<ServerEvent>,
      ];
      handlers.event(event, payload);
    },
    acknowledgement(bytes, from, to) {
      const text = bytes.toString('utf8', from + 2, to);
      const bracket = text.indexOf('[');
      const [ack] = JSON.parse(text.slice(bracket)) as [Ack<never>];
      if (!pending.acknowledge(Number(text.slice(0, bracket)), ack)) handlers.acknowledgedTwice();
    },
    closed() {
      handlers.closed();
      pending.end();
    },
  }).catch((error) => {
    pending.end();
    throw error;
  });
  return {
    emit: (event, payload, acknowledged) =>
      client.send(`42${pending.add(acknowledged)}${JSON.stringify([event, payload])}`),
    close: client.close,
    disconnect: client.disconnect,
    closed: client.closed,
  };
}

/** Called once; null: no answer arrived, so the outcome is unknown. */
type Acknowledged = (ack: Ack<never> | null) => void;

/** The events of one socket that wait for their acknowledgement. */
interface PendingAcks {
  /** Returns the acknowledgement id to send the event under. */
  add(acknowledged: Acknowledged): number;
  /** False: this id was acknowledged before. */
  acknowledge(id: number, ack: Ack<never>): boolean;
  /** Ends every event that still waits with null. */
  end(): void;
}

/** The timeout of the web application. */
const ACK_TIMEOUT_MS = 8_000;
const SWEEP_INTERVAL_MS = 1_000;

function createPendingAcks(): PendingAcks {
  const pending = new Map<number, { acknowledged: Acknowledged; untilMs: number }>();
  /** Timed out; their acknowledgements may still come. */
  const expired = new Set<number>();
  let lastId = -1;
  const sweep = setInterval(() => {
    const nowMs = performance.now();
    for (const [id, { untilMs, acknowledged }] of pending) {
      if (untilMs > nowMs) return;
      pending.delete(id);
      expired.add(id);
      acknowledged(null);
    }
  }, SWEEP_INTERVAL_MS);

  return {
    add(acknowledged) {
      lastId += 1;
      pending.set(lastId, { acknowledged, untilMs: performance.now() + ACK_TIMEOUT_MS });
      return lastId;
    },
    acknowledge(id, ack) {
      const pendingAck = pending.get(id);
      if (!pendingAck) return expired.delete(id);
      pending.delete(id);
      pendingAck.acknowledged(ack);
      return true;
    },
    end() {
      clearInterval(sweep);
      for (const { acknowledged } of pending.values()) acknowledged(null);
      pending.clear();
    },
  };
}
