import { Type } from 'typebox';
import type { ServerEvents } from '../core/contract.js';

export const appServerEvents = {
  // Events from other servers may be lost, so the client refreshes. While `paused`, none arrive, so it polls.
  'pushes:missed': Type.Object({ paused: Type.Boolean() }),
} as const satisfies ServerEvents;
