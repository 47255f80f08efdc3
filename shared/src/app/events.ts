import { Type } from 'typebox';
import type { ServerEvents } from '../core/socket-event.js';

export const appServerEvents = {
  // Pushes of other servers may not have arrived: refresh. While `paused` they do not: poll until it is said otherwise.
  'pushes:missed': Type.Object({ paused: Type.Boolean() }),
} as const satisfies ServerEvents;
