import type { Interest, InterestDecision, MyInterest } from '@sangam/shared/requests/interests';
import type { Invitation } from '@sangam/shared/requests/invitations';
import type {
  JoinRequest,
  JoinRequestDecision,
  JoinRequestEnd,
  WaitlistMoves,
} from '@sangam/shared/requests/join-requests';
import type { Live, LiveContext } from '../platform/realtime/live.js';

interface RequestsEvents {
  'join-request:created': { creator_id: number; request: JoinRequest };
  'join-request:decided': { creator_id: number; requester_id: number; decision: JoinRequestDecision };
  'join-request:reopened': { creator_id: number; request: JoinRequest };
  'join-request:withdrawn': { creator_id: number; requester_id: number; end: JoinRequestEnd };
  /** Pending requests of one project with a new place on the waitlist, or a seat offer. */
  'join-request:line': Omit<WaitlistMoves, 'moved'> & {
    creator_id: number;
    moved: (WaitlistMoves['moved'][number] & { requester_id: number })[];
  };
  /** `mine`: as the applicant sees it. */
  'interest:created': { creator_id: number; interest: Interest; mine: MyInterest };
  /** A pending interest in a project that has a new creator, as the applicant sees it. */
  'interest:moved': { requester_id: number; interest: MyInterest };
  /** The accepted request of an invited member who hadn't asked. */
  'join-request:seated': { request: JoinRequest };
  /** An interest was decided, or ended in another way. */
  'interest:decided': { creator_id: number; decision: InterestDecision };
  /** The invitation as its sender and as the invited member see it; null for a side that sees no change. */
  'invitation:changed': { sent: Invitation | null; received: Invitation | null };
}

declare module '../platform/events.js' {
  interface DomainEvents extends RequestsEvents {}
}

/** Both sides of a request, without duplicates: after a transfer, the applicant may be the creator. */
const sides = (creatorId: number, requesterId: number): number[] => [...new Set([creatorId, requesterId])];

export const requestsLive = ({ broadcast }: LiveContext): Live<never, keyof RequestsEvents> => ({
  clientEvents: {},
  audiences: {
    'join-request:created': ({ creator_id, request }) => {
      broadcast.toMembers([creator_id], 'join-request:created', request);
      broadcast.toMembers([request.user_id], 'join-request:mine', request);
    },
    'join-request:decided': ({ creator_id, requester_id, decision }) =>
      broadcast.toMembers([creator_id, requester_id], 'join-request:decided', decision),
    'join-request:reopened': ({ creator_id, request }) =>
      broadcast.toMembers([creator_id, request.user_id], 'join-request:reopened', request),
    'join-request:withdrawn': ({ creator_id, requester_id, end }) =>
      broadcast.toMembers(sides(creator_id, requester_id), 'join-request:withdrawn', end),
    'join-request:line': ({ creator_id, moved, ...project }) => {
      const moves = moved.map(({ requester_id: _, ...request }) => request);
      broadcast.toMembers([creator_id], 'join-request:line', { ...project, moved: moves });
      for (const { requester_id, ...move } of moved)
        broadcast.toMembers([requester_id], 'join-request:line', { ...project, moved: [move] });
    },
    'join-request:seated': ({ request }) => broadcast.toMembers([request.user_id], 'join-request:mine', request),
    'interest:created': ({ creator_id, interest, mine }) => {
      broadcast.toMembers([creator_id], 'connection:created', interest);
      broadcast.toMembers([interest.requester_id], 'connection:mine', mine);
    },
    'interest:moved': ({ requester_id, interest }) => broadcast.toMembers([requester_id], 'connection:mine', interest),
    'interest:decided': ({ creator_id, decision }) =>
      broadcast.toMembers(sides(creator_id, decision.requester_id), 'connection:decided', decision),
    'invitation:changed': ({ sent, received }) => {
      if (sent) broadcast.toMembers([sent.creator_id], 'invitation:changed', sent);
      if (received) broadcast.toMembers([received.user_id], 'invitation:changed', received);
    },
  },
});
