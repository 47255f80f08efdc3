import { Type } from 'typebox';
import type { ClientEvents, ServerEvents } from '../core/contract.js';
import { PictureChange } from './pictures.js';
import { MemberName, Presence, PresenceReport, User, UserIds } from './users.js';

export const peopleClientEvents = {
  'presence:report': { payload: PresenceReport, answer: Presence },
  'presence:watch': { payload: UserIds, answer: Type.Array(Presence) },
} as const satisfies ClientEvents;

export const peopleServerEvents = {
  'presence:changed': Presence,
  'profile:changed': User,
  'member:renamed': MemberName,
  'picture:changed': PictureChange,
} as const satisfies ServerEvents;
