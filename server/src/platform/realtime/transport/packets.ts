import type { ServerEvent } from '@sangam/shared/app/socket';
import { Decoder, type Packet, PacketType } from 'socket.io-parser';
import { isAscii, WireText } from '../../lib/wire-text.js';
import { BatchingWebSocket, textFrame } from './batching.js';
import type { MemberSocket } from './io.js';
import { decoderOf, webSocketOf } from './library-internals.js';
import type { TakeText } from './text-frames.js';

/** A Socket.IO packet in the main namespace. Its frame is encoded once for all receivers. */
export class PacketText extends WireText {
  #frame: string | null = null;
  #isFlat = false;

  /** The packet as a WebSocket frame, one character per byte. */
  frame(): string {
    if (this.#frame === null) this.#frame = textFrame(`${ENGINE_MESSAGE}${this.text}`, this.isAscii);
    else if (!this.#isFlat) {
      // For a second receiver: V8 would join its pieces again for each, unless one of its characters is read.
      this.#frame.charCodeAt(0);
      this.#isFlat = true;
    }
    return this.#frame;
  }
}

/** Returns a packet that another server made. */
export const packetText = (text: string): PacketText => new PacketText(text, isAscii(text));

/** Returns an event packet. The JSON is inserted as it is: a message is serialized once for all its receivers. */
export const eventPacket = (event: ServerEvent, json: WireText): PacketText =>
  new PacketText(`${PacketType.EVENT}["${event}",${json.text}]`, json.isAscii);

/** Returns the acknowledgement of an event. */
export const ackPacket = (ackId: string, json: WireText): PacketText =>
  new PacketText(`${PacketType.ACK}${ackId}[${json.text}]`, json.isAscii);

/** Socket.IO's encoder without its search for binary attachments: the contract has none. */
class Encoder {
  encode(packet: Packet): string[] {
    const namespace = packet.nsp && packet.nsp !== '/' ? `${packet.nsp},` : '';
    const data = packet.data === undefined ? '' : JSON.stringify(packet.data);
    return [`${packet.type}${namespace}${packet.id ?? ''}${data}`];
  }
}

/** Receives an event in the main namespace: its arguments, and its acknowledgement id if it has one. */
type ReceiveEvent = (args: unknown[], ackId: string | null) => void;

const EVENT = '2'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);
const NINE = '9'.charCodeAt(0);
const OPENING_BRACKET = '['.charCodeAt(0);
const ACK_ID_MAX_DIGITS = 15;

/**
 * Socket.IO's decoder with a fast path: once `receive` is set, an event in the main namespace (nearly every packet) goes straight
 * to it. Socket.IO's own dispatch costs a message more than its commit does.
 */
class EventDecoder extends Decoder {
  receive: ReceiveEvent | null = null;

  override add(packet: unknown): void {
    if (typeof packet !== 'string' || !this.take(packet, 0)) super.add(packet);
  }

  /** Passes on the packet that begins at `from`; false leaves it to Socket.IO. */
  take(packet: string, from: number): boolean {
    if (this.receive === null || packet.charCodeAt(from) !== EVENT) return false;
    let at = from + 1;
    while (packet.charCodeAt(at) >= ZERO && packet.charCodeAt(at) <= NINE) at += 1;
    // Another namespace, or a packet our clients never send: leave it to Socket.IO.
    if (packet.charCodeAt(at) !== OPENING_BRACKET || at - from > ACK_ID_MAX_DIGITS) return false;
    const args = parsed(packet.slice(at));
    if (args === null) return false;
    this.receive(args, at === from + 1 ? null : packet.slice(from + 1, at));
    return true;
  }
}

/** Returns null for invalid JSON. Socket.IO finds the same, and closes the connection. */
function parsed(json: string): unknown[] | null {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** The `parser` option of the Socket.IO server. On the wire it is the standard protocol. */
export const parser = { Encoder, Decoder: EventDecoder };

/** Passes this socket's events to `receive` in order of arrival, until the socket disconnects. */
export function receiveEvents(socket: MemberSocket, receive: ReceiveEvent): void {
  const { conn } = socket;
  const decoder = decoderOf(socket);
  if (!(decoder instanceof EventDecoder)) throw new Error('Socket.IO decodes with another parser');
  decoder.receive = receive;
  const take: TakeText = (text) =>
    text.startsWith(ENGINE_MESSAGE) && conn.readyState === 'open' && decoder.take(text, ENGINE_MESSAGE.length);
  const takeFrom = () => {
    const webSocket = webSocketOf(socket);
    if (webSocket instanceof BatchingWebSocket) webSocket.takeTexts(take);
  };
  takeFrom();
  conn.once('upgrade', takeFrom);
  socket.once('disconnect', () => {
    conn.off('upgrade', takeFrom);
    if (decoder.receive === receive) decoder.receive = null;
  });
}

/** Writes a packet to a socket: to a writable WebSocket directly, else through Engine.IO's queue. */
export function writePacket(socket: MemberSocket, packet: PacketText): void {
  const { conn } = socket;
  // Not writable: packets are queued, and this one has to follow them.
  const webSocket = conn.transport.writable && conn.readyState === 'open' ? webSocketOf(socket) : null;
  if (webSocket instanceof BatchingWebSocket) webSocket.sendFrame(packet.frame());
  else conn.write(packet.text);
}

const ENGINE_MESSAGE = '4';
