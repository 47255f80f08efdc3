import { randomBytes } from 'node:crypto';
import { textFrame } from '@sangam/loadtest/socket/frames';
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
const ACK_DIGITS = 9;
const CONTENT = '"content":"';
const OK = '"ok":true';
/** In `42["message:new",…`, the letter behind the colon tells it from `message:read`. */
const LETTER_AT = '42["message:'.length;
const LETTER_OF_NEW = 'n'.charCodeAt(0);

/**
 * A member of the ring, as cheap as it gets, so that a run measures the server: one prepared frame, patched for each
 * message, and packets recognised by a few of their bytes.
 */
export async function openRingClient(
  { receiverId, ...target }: RawClientTarget & { receiverId: number },
  handlers: RingClientHandlers,
): Promise<RingClient> {
  const frameOf = prepareMessage(receiverId);
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
  return { send: (number) => client.sendFrame(frameOf(number)), close: client.cut };
}

/** Builds the message frame once. Returns copies of it with another number, acknowledgement id and client_id each. */
function prepareMessage(receiverId: number): (number: number) => Buffer {
  const ackAt = '42'.length;
  const contentAt = ackAt + ACK_DIGITS + `["message:send",{"receiver_id":${receiverId},${CONTENT}`.length;
  const filler = 'x'.repeat(CONTENT_BYTES - NUMBER_DIGITS);
  const hex = (bytes: number) => randomBytes(bytes).toString('hex');
  const uuid = `${hex(4)}-${hex(2)}-4${hex(2).slice(1)}-8${hex(2).slice(1)}-`;
  const text =
    `42${'1'.padEnd(ACK_DIGITS, '0')}["message:send",{"receiver_id":${receiverId},` +
    `${CONTENT}${'0'.repeat(NUMBER_DIGITS)}${filler}","client_id":"${uuid}${'0'.repeat(12)}"}]`;
  const { frame, payloadAt } = textFrame(text);
  const uuidTailAt = payloadAt + text.length - '"}]'.length - 12;
  return (number) => {
    const digits = String(number);
    frame.write(digits.padStart(ACK_DIGITS - 1, '0'), payloadAt + ackAt + 1, 'latin1');
    frame.write(digits.padStart(NUMBER_DIGITS, '0'), payloadAt + contentAt, 'latin1');
    frame.write(digits.padStart(12, '0'), uuidTailAt, 'latin1');
    // The kernel may take it later than now: each send needs bytes of its own.
    return Buffer.from(frame);
  };
}
