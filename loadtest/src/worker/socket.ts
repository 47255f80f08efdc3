import type {
  Ack,
  ClientAnswer,
  ClientEvent,
  ClientPayload,
  ServerEvent,
  ServerPayload,
} from '@sangam/shared/app/socket';
import { openRawClient, type RawClient, type RawClientTarget } from '../socket/raw-client.js';
import { createPendingAcks } from './pending-acks.js';

/** What a socket reports to its owner. */
export interface SocketHandlers {
  event<E extends ServerEvent>(event: E, payload: ServerPayload<E>): void;
  /** The server acknowledged an event that it had acknowledged before. */
  acknowledgedTwice(): void;
  /** The socket has closed, whoever closed it; events without an acknowledgement get theirs (null) right after. */
  closed(): void;
}

export interface TypedSocket extends Pick<RawClient, 'close' | 'cut' | 'closed'> {
  /** `acknowledged` is called once; null: no answer came, so the outcome is unknown. */
  emit<E extends ClientEvent>(
    event: E,
    payload: ClientPayload<E>,
    acknowledged: (ack: Ack<ClientAnswer<E>> | null) => void,
  ): void;
}

/** A raw client that speaks the contract's events. Throws as `openRawClient` does. */
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
    cut: client.cut,
    closed: client.closed,
  };
}
