import type { WebSocket } from 'ws';
import type { Io, MemberSocket } from './io.js';

/*
 * Everything that uses a private part of a library. `package-lock.json` pins these libraries to exact versions, and
 * `library-internals.test.ts` explains what an update has broken.
 */

/** Engine.IO: the WebSocket under a socket, as `transport.socket`; null while it is polling. */
export function webSocketOf({ conn }: Pick<MemberSocket, 'conn'>): WebSocket | null {
  const transport = conn.transport as unknown as { name: string; socket?: WebSocket };
  return transport.name === 'websocket' ? (transport.socket ?? null) : null;
}

/** `ws`: calls `act` before each frame that `ws` writes to its connection, including Engine.IO's broadcasts. */
export function beforeEachFrame(webSocket: WebSocket, act: () => void): void {
  const sender = (webSocket as unknown as { _sender: { sendFrame(...args: unknown[]): void } })._sender;
  const sendFrame = sender.sendFrame.bind(sender);
  sender.sendFrame = (...args) => {
    act();
    sendFrame(...args);
  };
}

/**
 * `ws`: passes received bytes to `read` before the receiver gets them. `isAtRest`: the receiver holds no part of a frame or
 * message. `read` returns how many bytes to hide from the receiver.
 */
export function beforeReceiver(webSocket: WebSocket, read: (bytes: Buffer, isAtRest: boolean) => number): void {
  const receiver = (webSocket as unknown as { _receiver: Receiver })._receiver;
  const write = receiver.write.bind(receiver);
  receiver.write = (bytes) => {
    const taken = read(bytes, isAtRest(receiver));
    return taken === bytes.length || write(taken === 0 ? bytes : bytes.subarray(taken));
  };
}

interface Receiver {
  write(bytes: Buffer): boolean;
  _state: number;
  _bufferedBytes: number;
  _fragmented: number;
}
const AT_FRAME_START = 0;

const isAtRest = (receiver: Receiver): boolean =>
  receiver._state === AT_FRAME_START && receiver._bufferedBytes === 0 && receiver._fragmented === 0;

/** Engine.IO: the session id of a connection, which a long-polling client's requests carry as `sid`. */
export const sidOf = (connection: MemberSocket['conn']): string => (connection as unknown as { id: string }).id;

/** Engine.IO: whether a connection with this session id is open. */
export const isOpen = (io: Io, sid: string): boolean =>
  Object.hasOwn((io.engine as unknown as { clients: object }).clients, sid);

/** Socket.IO: the decoder of a socket's connection, an instance of the server's `parser.Decoder`. */
export const decoderOf = (socket: MemberSocket): unknown => (socket.client as unknown as { decoder: unknown }).decoder;

/** @socket.io/redis-adapter: the room of a channel; `''` for the channels of the adapter itself. */
export const roomOf = (channel: string): string => /#\/#(.*)#$/u.exec(channel)?.[1] ?? '';

/** @socket.io/redis-adapter: the channel to which every server subscribes. */
export const sharedChannelOf = (channelPrefix: string): string => `${channelPrefix}#/#`;
