import type { requestsServerEvents } from '@sangam/shared/requests/events';
import type { Invitation } from '@sangam/shared/requests/invitations';
import type { WaitlistMoves } from '@sangam/shared/requests/join-requests';
import type { requestsRefreshAnswer } from '@sangam/shared/requests/refresh';
import type { Live } from '../core/realtime/live';
import type { Notice } from '../notices/state/notice';
import { followTeam, refreshPage } from '../projects/state/project-pages';
import { projects } from '../projects/state/project-table';
import { incomingInterests, interests, isIncoming, refreshIncoming } from './state/interests';
import { invitations, isReceived, receivedInvitations } from './state/invitations';
import { interestsInPart, invitationsInPart, requestsInPart } from './state/list-pages';
import { incomingRequests, isComplete, myRequests, type RequestEntity, requests } from './state/requests';
// Registers the stores that follow projects' events.
import './state/follow-projects';
import { isOwnDecision } from './sync/own-decision';

/** An ended request is on no waitlist. */
const withoutWaitlist = {
  waitlist: undefined,
  place: undefined,
  waits_until: undefined,
  offered_until: undefined,
  waitlist_change: undefined,
};

/** An earlier rejection's reason doesn't hold for a new decision. */
const withoutReason = { decline_reason: undefined, end_word: undefined, ask_again_at: undefined };

type Move = WaitlistMoves['moved'][number];

/** Whether the stored request is newer than this move. A server of the previous version numbers no changes; there, the place decides. */
function isOutdated({ place, waitlist_change }: Move, known: RequestEntity | undefined): boolean {
  if (known === undefined) return false;
  if (known.status !== 'pending') return true;
  if (waitlist_change !== undefined) return waitlist_change <= (known.waitlist_change ?? 0);
  return known.offered_until !== undefined || (known.place ?? Number.POSITIVE_INFINITY) < (place ?? 0);
}

/** Whether the change is announced to the member: not if they made it themselves. */
function isAnnounced(invitation: Invitation, me: number): boolean {
  const { status, ended_by } = invitation;
  if (isReceived(invitation, me)) return status === 'pending' || ended_by !== undefined;
  return status === 'accepted' || status === 'declined' || ended_by === 'no_answer';
}

/** Requests' part of the live connection. */
export const requestsLive = {
  events: {
    'join-request:created': (request, { announce }) => {
      requests.upsert(request);
      announce({ kind: 'request', request });
    },
    'join-request:mine': (request) => requests.upsert(request),
    'join-request:decided': (decision, { me, announce }) => {
      const { id, project_id, project_title: _, status, current_members, took_offer, ...otherFields } = decision;
      const known = requests.get(id);
      requests.patch(id, { status, creator_name: undefined, ...withoutReason, ...otherFields, ...withoutWaitlist });
      // With roles, `project:updated` changes the role's and the team's count together; the team's count alone would leave one free seat
      // too few.
      if (!projects.get(project_id)?.roles?.length)
        projects.patch(project_id, { current_members, member_count: current_members });
      void followTeam(project_id);
      // This tab may not know the request because the member sent it from another device.
      if (known === undefined)
        void isOwnDecision(decision).then((own) => own && announce({ kind: 'decision', decision }));
      else if (!took_offer) {
        if (known.user_id === me) announce({ kind: 'decision', decision });
      } else if (known.user_id !== me && isComplete(known)) announce({ kind: 'seat-taken', request: known });
    },
    'join-request:reopened': (request, { me, announce }) => {
      requests.upsert(request);
      if (request.user_id === me) announce({ kind: 'reopened', request });
    },
    'join-request:withdrawn': (end, { me, announce }) => {
      const { id, ended_by, left_team, end_word, ask_again_at } = end;
      const known = requests.get(id);
      requests.patch(id, {
        status: 'withdrawn',
        creator_name: undefined,
        ...withoutWaitlist,
        ...(known?.offered_until && !ended_by && { offer_declined: true }),
        ...(ended_by && { ended_by }),
        ...(left_team && { left_team }),
        ...(end_word && { end_word }),
        ...(ask_again_at && { ask_again_at }),
      });
      // An accepted request ends when the member leaves the seat, which the team's events announce.
      if (known?.status !== 'pending') return;
      if (known.user_id === me) {
        if (ended_by) announce({ kind: 'end', end });
      } else if (isComplete(known)) {
        if (!ended_by) announce({ kind: 'withdrawal', request: known });
        if (ended_by === 'offer_lapsed') announce({ kind: 'seat-missed', request: known });
      }
    },
    'join-request:line': ({ project_id, project_title, moved }, { me, announce }) => {
      for (const move of moved) {
        const { id, place, waits_until, offered_until, waitlist_change } = move;
        const known = requests.get(id);
        // Events from two servers may arrive out of order.
        if (isOutdated(move, known)) continue;
        requests.patch(id, {
          ...withoutWaitlist,
          place,
          waits_until,
          offered_until,
          waitlist_change,
          answer_by: undefined,
        });
        if (known?.user_id === me && known.status === 'pending' && (offered_until || known.place === undefined))
          announce({ kind: 'waitlist', id, project_id, project_title, offered_until });
      }
    },
    'invitation:changed': (invitation, { me, announce }) => {
      const known = invitations.get(invitation.id);
      invitations.upsert(invitation);
      if (known?.status !== 'accepted' && invitation.status === 'accepted') void refreshPage(invitation.project_id);
      if (known?.status !== invitation.status && isAnnounced(invitation, me))
        announce({ kind: 'invitation', invitation });
    },
    'connection:created': (interest, { announce }) => {
      interests.upsert(interest);
      announce({ kind: 'interest', interest });
    },
    'connection:mine': (interest, { me }) => interests.upsert({ ...interest, requester_id: me }),
    'connection:decided': (decision, { me, announce }) => {
      const { id, project_id, status, ended_by, ask_again_at, requester_id } = decision;
      const known = interests.get(id);
      interests.patch(id, {
        status,
        creator_name: undefined,
        ...(ended_by && { ended_by }),
        ...(ask_again_at && { ask_again_at }),
      });
      // Both sides can see each other's address from now on.
      if (status === 'approved') void refreshPage(project_id);
      if (ended_by === 'withdrawn' && requester_id !== me && known?.status === 'pending' && isIncoming(known))
        announce({ kind: 'interest-withdrawal', interest: known });
      // A member who withdrew or joined already knows.
      const isKnown = ended_by === 'withdrawn' || ended_by === 'joined';
      if (requester_id === me && !isKnown) announce({ kind: 'interest-decision', decision });
    },
  },
  refresh: {
    incoming_requests: {
      query() {
        const { version, limit } = incomingRequests.refreshParams();
        return { incoming_requests: version, incoming_requests_limit: limit };
      },
      take: (part) => incomingRequests.refresh(part.then(requestsInPart)),
    },
    my_requests: {
      query() {
        const { version, limit } = myRequests.refreshParams();
        return { my_requests: version, my_requests_limit: limit };
      },
      take: (part) => myRequests.refresh(part.then(requestsInPart)),
    },
    my_invitations: {
      query() {
        const { version, limit } = receivedInvitations.refreshParams();
        return { my_invitations: version, my_invitations_limit: limit };
      },
      take: (part) => receivedInvitations.refresh(part.then(invitationsInPart)),
    },
    incoming_interests: {
      query() {
        const { version, limit } = incomingInterests.refreshParams();
        return { incoming_interests: version, incoming_interests_limit: limit };
      },
      take: (part) => refreshIncoming(part.then(interestsInPart)),
    },
  },
} satisfies Live<Notice, keyof typeof requestsServerEvents, keyof typeof requestsRefreshAnswer>;
