import type { ServerEvent } from '@sangam/shared/contract/socket';
import { Decoder, type Packet, PacketType } from 'socket.io-parser';
import type { Device } from './devices.js';

/** JSON that is already text: put into a packet as it is, so that a message is serialised once for everyone. */
export class RawJson {
  constructor(readonly text: string) {}
}

/** A Socket.IO event packet of the main namespace, as text. */
export const eventPacket = (event: ServerEvent, json: string): string => `${PacketType.EVENT}["${event}",${json}]`;

/** The acknowledgement of an event of the main namespace, as text. */
export const ackPacket = (ackId: string, json: string): string => `${PacketType.ACK}${ackId}[${json}]`;

/** Socket.IO's encoder without its search for binary parts: we send none. */
class Encoder {
  encode(packet: Packet): string[] {
    const namespace = packet.nsp && packet.nsp !== '/' ? `${packet.nsp},` : '';
    const data = packet.data === undefined ? '' : JSON.stringify(packet.data);
    return [`${packet.type}${namespace}${packet.id ?? ''}${data}`];
  }
}

/** Takes an event of the main namespace: what stands in its array, and the acknowledgement id that it came with. */
export type ReceiveEvent = (args: unknown[], ackId: string | null) => void;

const EVENT = '2'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);
const NINE = '9'.charCodeAt(0);
const OPENING_BRACKET = '['.charCodeAt(0);
const ACK_ID_MAX_DIGITS = 15;

/**
 * Socket.IO's decoder, with a short way for what nearly every packet is: an event of the main namespace goes straight
 * to `receive`, once there is one, past Socket.IO's dispatch, which costs a message more than its commit.
 */
class EventDecoder extends Decoder {
  receive: ReceiveEvent | null = null;

  override add(packet: unknown): void {
    if (this.receive === null || typeof packet !== 'string' || packet.charCodeAt(0) !== EVENT) {
      super.add(packet);
      return;
    }
    let at = 1;
    while (packet.charCodeAt(at) >= ZERO && packet.charCodeAt(at) <= NINE) at += 1;
    // Another namespace, or what no client of ours sends: Socket.IO's own way.
    if (packet.charCodeAt(at) !== OPENING_BRACKET || at > ACK_ID_MAX_DIGITS) super.add(packet);
    else this.receive(JSON.parse(packet.slice(at)), at === 1 ? null : packet.slice(1, at));
  }
}

/** The parser that the gateway gives to Socket.IO; on the wire it is the standard one. */
export const parser = { Encoder, Decoder: EventDecoder };

/** Until it disconnects, this device's events go to `receive`, in the order in which they come. */
export function receiveEvents(device: Device, receive: ReceiveEvent): void {
  const { decoder } = device.client as unknown as { decoder: EventDecoder };
  decoder.receive = receive;
  device.once('disconnect', () => {
    if (decoder.receive === receive) decoder.receive = null;
  });
}

/** Writes a packet to a device: over a WebSocket that is free without Engine.IO's queue in between. */
export function writePacket(device: Device, packet: string): void {
  const { conn } = device;
  const { transport } = conn as unknown as { transport: Transport };
  if (transport.name === 'websocket' && transport.writable && conn.readyState === 'open')
    transport.socket.send(`${ENGINE_MESSAGE}${packet}`);
  else conn.write(packet);
}

const ENGINE_MESSAGE = '4';

/** What `writePacket` knows of Engine.IO's transports. */
interface Transport {
  name: string;
  writable: boolean;
  socket: { send(frame: string): void };
}
