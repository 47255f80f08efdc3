import { emitVolatile } from '../../core/realtime/socket';

/** Forwarded to the other member's devices, never stored; lost without harm when the connection is away. */
export const sendTyping = (receiverId: number, typing: boolean): void =>
  emitVolatile({ receiver_id: receiverId, typing });
