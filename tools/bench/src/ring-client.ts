import { randomBytes } from 'node:crypto';
import { openRawClient, type RawClientTarget } from '@sangam/loadtest/socket/raw-client';

export interface RingClientHandlers {
  acknowledged(ok: boolean): void;
  /** A message was pushed; `number` is the one its sender put at the start of the content. */
  delivered(number: number): void;
  closed(): void;
}

export interface RingClient {
  /** Sends the next message; its number stands at the start of the content. */
  send(number: number): void;
  close(): void;
}

/** Length of a message: part of the bench's definition. */
const CONTENT_BYTES = 28;
const NUMBER_DIGITS = 9;
const CONTENT = '"content":"';
const OK = '"ok":true';
/** In `42["message:new",…`, the letter behind the colon tells it from `message:read`. */
const LETTER_AT = '42["message:'.length;
const LETTER_OF_NEW = 'n'.charCodeAt(0);

/**
 * A member of the ring, as cheap as it gets, so that a run measures the server: prepared packets, and received ones recognised
 * by a few of their bytes.
 */
export async function openRingClient(
  { receiverId, ...target }: RawClientTarget & { receiverId: number },
  handlers: RingClientHandlers,
): Promise<RingClient> {
  const packetOf = prepareMessage(receiverId);
  const client = await openRawClient(target, {
    acknowledgement(bytes, from, to) {
      const at = bytes.indexOf(OK, from, 'latin1');
      handlers.acknowledged(at > 0 && at < to);
    },
    event(bytes, from) {
      if (bytes[from + LETTER_AT] !== LETTER_OF_NEW) return;
      const at = bytes.indexOf(CONTENT, from, 'latin1') + CONTENT.length;
      handlers.delivered(Number(bytes.toString('latin1', at, at + NUMBER_DIGITS)));
    },
    closed: handlers.closed,
  });
  return { send: (number) => client.send(packetOf(number)), close: client.cut };
}

/** Prepares the packet of a message: what differs is its number, in the acknowledgement id, the content and the client_id. */
function prepareMessage(receiverId: number): (number: number) => string {
  const filler = 'x'.repeat(CONTENT_BYTES - NUMBER_DIGITS);
  const hex = (bytes: number) => randomBytes(bytes).toString('hex');
  const uuid = `${hex(4)}-${hex(2)}-4${hex(2).slice(1)}-8${hex(2).slice(1)}-`;
  const first = `["message:send",{"receiver_id":${receiverId},${CONTENT}`;
  const second = `${filler}","client_id":"${uuid}`;
  return (number) => {
    const digits = String(number).padStart(NUMBER_DIGITS, '0');
    return `421${digits.slice(1)}${first}${digits}${second}000${digits}"}]`;
  };
}
