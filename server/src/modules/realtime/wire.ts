import type { ServerEvent } from '@sangam/shared/contract/socket';
import { Decoder, type Packet, PacketType } from 'socket.io-parser';

/** JSON that is already text: put into a packet as it is, so that a message is serialised once for everyone. */
export class RawJson {
  constructor(readonly text: string) {}
  /** For the Redis adapter, which packs objects. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** A Socket.IO event packet of the main namespace, as text. */
export const eventPacket = (event: ServerEvent, json: string): string => `${PacketType.EVENT}["${event}",${json}]`;

/** Socket.IO's encoder without its search for binary parts (we send none), and with RawJson. */
class Encoder {
  encode(packet: Packet): string[] {
    const namespace = packet.nsp && packet.nsp !== '/' ? `${packet.nsp},` : '';
    const data = packet.data === undefined ? '' : stringify(packet.data);
    return [`${packet.type}${namespace}${packet.id ?? ''}${data}`];
  }
}

function stringify(data: unknown): string {
  if (!Array.isArray(data)) return JSON.stringify(data);
  return `[${data.map((part) => (part instanceof RawJson ? part.text : (JSON.stringify(part) ?? 'null'))).join(',')}]`;
}

/** The parser that the gateway gives to Socket.IO; on the wire it is the standard one. */
export const parser = { Encoder, Decoder };
