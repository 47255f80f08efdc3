import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { createFrameReader, pongFrame, textFrame } from '@sangam/loadtest/frames';
import { upgrade } from '@sangam/loadtest/upgrade';

/** What a light client tells its owner. */
export interface ClientSink {
  acknowledged(ok: boolean): void;
  /** The number that the sender put at the start of the content. */
  delivered(number: number): void;
  closed(): void;
}

export interface LightClient {
  /** Sends the next message; its number stands at the start of the content. */
  send(number: number): void;
  close(): void;
}

/** Content is this long: the size of message the bench is defined with. */
const CONTENT_BYTES = 28;
const NUMBER_DIGITS = 9;
const ACK_DIGITS = 9;

/**
 * A Socket.IO client reduced to raw WebSocket frames, so that a run measures the server and not its own client: one
 * prepared frame per client, patched in place; answers are recognised by their first bytes.
 */
export async function openLightClient(
  target: { host: string; port: number; token: string; receiverId: number },
  sink: ClientSink,
): Promise<LightClient> {
  const socket = connect({ host: target.host, port: target.port, noDelay: true });
  const early = await upgrade(socket, `${target.host}:${target.port}`);
  const message = prepareMessage(target.receiverId);

  let ready: (error?: Error) => void = () => undefined;
  const connected = new Promise<void>((resolve, reject) => {
    ready = (error) => (error ? reject(error) : resolve());
  });
  const read = createFrameReader({
    // Nobody closes a light client politely; the end of the socket says it.
    close: () => undefined,
    ping: (payload) => void socket.write(pongFrame(payload)),
    text(bytes, from, to) {
      const engine = bytes[from];
      if (engine === 0x30) socket.write(textFrame(`40${JSON.stringify({ token: target.token })}`).frame);
      else if (engine === 0x32) socket.write(PONG);
      else if (engine === 0x34) packet(bytes, from, to);
    },
  });
  const packet = (bytes: Buffer, from: number, to: number) => {
    const kind = bytes[from + 1];
    if (kind === 0x33)
      sink.acknowledged(
        bytes.indexOf('"ok":true', from, 'latin1') < to && bytes.indexOf('"ok":true', from, 'latin1') > 0,
      );
    else if (kind === 0x32 && bytes[from + 12] === NEW_AT_12) deliver(bytes, from);
    else if (kind === 0x30) ready();
    else if (kind === 0x34) ready(new Error(`refused: ${bytes.toString('latin1', from, to)}`));
  };
  const deliver = (bytes: Buffer, from: number) => {
    const at = bytes.indexOf('"content":"', from, 'latin1') + '"content":"'.length;
    sink.delivered(Number(bytes.toString('latin1', at, at + NUMBER_DIGITS)));
  };
  socket.on('data', read);
  read(early);
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    ready(new Error('the connection was closed'));
    sink.closed();
  });
  await connected;
  return {
    send: (number) => void socket.write(message(number)),
    close: () => void socket.destroy(),
  };
}

const PONG = textFrame('3').frame;
// `42["message:new",…`: the letter after the colon tells it from message:read.
const NEW_AT_12 = 'n'.charCodeAt(0);

/** Builds the message frame once; answers it with another number, acknowledgement id and client_id each time. */
function prepareMessage(receiverId: number): (number: number) => Buffer {
  const ackAt = '42'.length;
  const contentAt = ackAt + ACK_DIGITS + `["message:send",{"receiver_id":${receiverId},"content":"`.length;
  const filler = 'x'.repeat(CONTENT_BYTES - NUMBER_DIGITS);
  const uuid = `${randomBytes(4).toString('hex')}-${randomBytes(2).toString('hex')}-4${randomBytes(2).toString('hex').slice(1)}-8${randomBytes(2).toString('hex').slice(1)}-`;
  const text =
    `42${'1'.padEnd(ACK_DIGITS, '0')}["message:send",{"receiver_id":${receiverId},` +
    `"content":"${'0'.repeat(NUMBER_DIGITS)}${filler}","client_id":"${uuid}${'0'.repeat(12)}"}]`;
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
