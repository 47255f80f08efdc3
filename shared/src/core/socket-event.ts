import type { TSchema } from 'typebox';

/** Events that clients send, as their subject declares them in `events.ts`: the payload, and what the acknowledgement carries. */
export type ClientEvents = Record<string, { payload: TSchema; answer: TSchema }>;

/** Events that the server sends: the payload of each. */
export type ServerEvents = Record<string, TSchema>;
