import type { Static } from 'typebox';
import { chatClientEvents, chatServerEvents } from '../chat/events.js';
import { contactServerEvents } from '../contact/events.js';
import { join } from '../core/contract.js';
import type { ErrorCode } from '../core/errors.js';
import { noticesServerEvents } from '../notices/events.js';
import { peopleClientEvents, peopleServerEvents } from '../people/events.js';
import { projectsClientEvents, projectsServerEvents } from '../projects/events.js';
import { requestsServerEvents } from '../requests/events.js';
import { appServerEvents } from './events.js';

/** client → server, joined from the subjects: the payload of each event and of its acknowledgement. */
export const clientEvents = join(peopleClientEvents, projectsClientEvents, chatClientEvents);

/** server → client, joined from the subjects: the payload of each event. */
export const serverEvents = join(
  contactServerEvents,
  peopleServerEvents,
  projectsServerEvents,
  requestsServerEvents,
  chatServerEvents,
  noticesServerEvents,
  appServerEvents,
);

export interface AckError {
  code: ErrorCode;
  message: string;
  /** Seconds to wait before a retry. */
  retry_after?: number;
}
export type Ack<T> = { ok: true; data: T } | { ok: false; error: AckError };

export type ClientEvent = keyof typeof clientEvents;
export type ServerEvent = keyof typeof serverEvents;

// Tables, so that generic code compares them by name (see calls.ts).
type ClientPayloads = { [E in ClientEvent]: Static<(typeof clientEvents)[E]['payload']> };
type ClientAnswers = { [E in ClientEvent]: Static<(typeof clientEvents)[E]['answer']> };
type ServerPayloads = { [E in ServerEvent]: Static<(typeof serverEvents)[E]> };
export type ClientPayload<E extends ClientEvent> = ClientPayloads[E];
export type ClientAnswer<E extends ClientEvent> = ClientAnswers[E];
export type ServerPayload<E extends ServerEvent> = ServerPayloads[E];

/** The event maps in the form that Socket.IO expects. */
export type ClientToServer = {
  [E in ClientEvent]: (payload: ClientPayload<E>, ack: (answer: Ack<ClientAnswer<E>>) => void) => void;
};
export type ServerToClient = { [E in ServerEvent]: (payload: ServerPayload<E>) => void };

/**
 * Raise it when a wire schema changes in a way that an open tab would misread (`wire.test.ts` fails on every change). The
 * handshake carries it; a tab with another version has to reload (`connect_error`, code OUTDATED_CLIENT).
 */
export const WIRE_VERSION = 1;
