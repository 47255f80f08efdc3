import type { ServerEvents } from '../core/contract.js';
import { Interest, InterestDecision, MyInterest } from './interests.js';
import { Invitation } from './invitations.js';
import { JoinRequest, JoinRequestDecision, JoinRequestEnd, WaitlistMoves } from './join-requests.js';

export const requestsServerEvents = {
  'join-request:created': JoinRequest,
  // A member's own change, for their other devices.
  'join-request:mine': JoinRequest,
  'join-request:decided': JoinRequestDecision,
  // A rejected one is pending again.
  'join-request:reopened': JoinRequest,
  'join-request:withdrawn': JoinRequestEnd,
  'join-request:line': WaitlistMoves,
  'connection:created': Interest,
  'connection:mine': MyInterest,
  'connection:decided': InterestDecision,
  // A new, delivered, answered or ended one, as each side sees it.
  'invitation:changed': Invitation,
} as const satisfies ServerEvents;
