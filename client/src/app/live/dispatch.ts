import type { ServerEvent, ServerPayload } from '@sangam/shared/app/socket';
import type { Message } from '@sangam/shared/chat/messages';
import type { TeamDeparture, TeamRemoval } from '@sangam/shared/projects/projects';
import type { OfferChange, Takeover } from '@sangam/shared/projects/transfers';
import type { Interest, InterestDecision } from '@sangam/shared/requests/interests';
import type { JoinRequest, JoinRequestDecision, JoinRequestEnd } from '@sangam/shared/requests/join-requests';
import { applyConversationReceipt } from '../../chat/state/conversations';
import { applySaved } from '../../chat/state/saved';
import { applyReceipt } from '../../chat/state/thread/threads';
import { applyTyping } from '../../chat/state/thread/typing';
import { applyNotificationMessage } from '../../chat/state/unread-messages';
import { takeChange, takeMessage, takeUnread } from '../../chat/sync/deliver';
import { applyBlock } from '../../contact/state/blocks';
import { isHeldApart, messageRequests } from '../../contact/state/message-requests';
import { updateUser } from '../../core/session/session';
import { applyChoices } from '../../notices/state/choices';
import { applyInboxChange } from '../../notices/state/notifications';
import { presence } from '../../people/state/presence';
import { dropProject } from '../../projects/state/drop-project';
import { ofOtherCreator, projects } from '../../projects/state/project-table';
import { offers } from '../../projects/state/transfer-table';
import { interests } from '../../requests/state/interest-table';
import { followTeam, refreshPage } from '../../requests/state/project-pages';
import { renameIn } from '../../requests/state/renamed';
import { isComplete, requests } from '../../requests/state/request-table';
import { applyTakeover } from '../../requests/state/takeovers';

/** What a member is notified of. */
export type News =
  | { kind: 'message'; message: Message }
  | { kind: 'request'; request: JoinRequest }
  | { kind: 'withdrawal'; request: JoinRequest }
  | { kind: 'seat-missed'; request: JoinRequest }
  | { kind: 'seat-taken'; request: JoinRequest }
  | {
      kind: 'line';
      id: number;
      project_id: number;
      project_title: string;
      /** undefined in line. */
      offered_until: string | undefined;
    }
  | { kind: 'decision'; decision: JoinRequestDecision }
  | { kind: 'end'; end: JoinRequestEnd }
  | { kind: 'removal'; removal: TeamRemoval }
  | { kind: 'departure'; departure: TeamDeparture }
  | { kind: 'offer'; change: OfferChange }
  | { kind: 'takeover'; takeover: Takeover }
  | { kind: 'interest'; interest: Interest }
  | { kind: 'interest-decision'; decision: InterestDecision };

/** What an event may need beyond the stores. */
export interface DispatchContext {
  /** The signed-in member. */
  me: number;
  /** Messages are missing before one that came: fetch them. */
  fillThread: (otherId: number) => void;
  /** A message's conversation is not in the list: fetch the lists. */
  refreshLists: () => void;
  /** A change of the inbox is missing: fetch it. */
  refreshInbox: () => void;
  /** A change of the saved messages is missing: fetch them. */
  refreshSaved: () => void;
  /** A decision on a request that is not known here: find out whether it is the member's own, made on another device. */
  checkDecision: (decision: JoinRequestDecision) => void;
  /** Pushes may not have arrived: refresh, and poll while they are paused. */
  pushesMissed: (paused: boolean) => void;
  /** Notify the member, whatever screen is open. */
  announce: (news: News) => void;
}

type Handlers = { [E in ServerEvent]: (payload: ServerPayload<E>, context: DispatchContext) => void };

/** A request that has ended stands in no line. */
const outOfLine = { place: undefined, offered_until: undefined };

/** What each server event changes. A new event of the contract does not compile until it stands here. */
const handlers = {
  'message:new': (message, { me, fillThread, refreshLists, announce }) => {
    const missing = takeMessage(message, me);
    if (missing.thread) fillThread(message.sender_id === me ? message.receiver_id : message.sender_id);
    if (missing.conversation) refreshLists();
    if (message.sender_id === me) return;
    applyNotificationMessage(message);
    applyTyping({ sender_id: message.sender_id, typing: false });
    // Who is held apart is told of by nothing.
    if (!isHeldApart(message.sender_id)) announce({ kind: 'message', message });
  },
  'message:changed': (message, { me, fillThread, refreshLists }) => {
    const missing = takeChange(message, me);
    if (missing.thread) fillThread(message.sender_id === me ? message.receiver_id : message.sender_id);
    if (missing.conversation) refreshLists();
  },
  'message:read': (receipt, { me }) => {
    applyReceipt(receipt, me);
    applyConversationReceipt(receipt, me);
  },
  'unread:changed': (unread) => takeUnread(unread),
  'presence:changed': (changed) => presence.upsert(changed),
  'join-request:created': (request, { announce }) => {
    requests.upsert(request);
    announce({ kind: 'request', request });
  },
  'join-request:mine': (request) => requests.upsert(request),
  'join-request:decided': (decision, { me, announce, checkDecision }) => {
    const { id, project_id, project_title: _, status, current_members, took_offer, ...declined } = decision;
    const known = requests.get(id);
    requests.patch(id, { status, ...declined, ...outOfLine });
    projects.patch(project_id, { current_members, member_count: current_members });
    void followTeam(project_id);
    if (known === undefined) checkDecision(decision);
    else if (!took_offer) {
      if (known.user_id === me) announce({ kind: 'decision', decision });
    } else if (known.user_id !== me && isComplete(known)) announce({ kind: 'seat-taken', request: known });
  },
  'join-request:withdrawn': (end, { me, announce }) => {
    const { id, ended_by, end_word } = end;
    const known = requests.get(id);
    requests.patch(id, {
      ...{ status: 'withdrawn', ...outOfLine },
      ...(ended_by && { ended_by }),
      ...(end_word && { end_word }),
    });
    // One that was accepted ends with the member's seat, which the events of the team tell.
    if (known?.status !== 'pending') return;
    if (known.user_id === me) {
      if (ended_by) announce({ kind: 'end', end });
    } else if (isComplete(known)) {
      if (!ended_by) announce({ kind: 'withdrawal', request: known });
      if (ended_by === 'offer_lapsed') announce({ kind: 'seat-missed', request: known });
    }
  },
  'join-request:line': ({ project_id, project_title, moved }, { me, announce }) => {
    for (const { id, place, offered_until } of moved) {
      const known = requests.get(id);
      // Pushes of two servers may cross; a way back does not exist.
      if (known?.offered_until || (known?.place ?? Number.POSITIVE_INFINITY) < (place ?? 0)) continue;
      requests.patch(id, { place, offered_until, answer_by: undefined });
      if (known?.user_id === me && known.status === 'pending' && (offered_until || known.place === undefined))
        announce({ kind: 'line', id, project_id, project_title, offered_until });
    }
  },
  'team:removed': (removal, { me, announce }) => {
    if (removal.user_id === me) announce({ kind: 'removal', removal });
  },
  'team:left': (departure, { announce }) => announce({ kind: 'departure', departure }),
  'offer:changed': (change, { me, announce }) => {
    const { offer, status } = change;
    if (status === 'pending') offers.upsert(offer);
    else offers.remove(offer.id);
    // Its creator hears of the answer, its member of the offer itself.
    if (
      status === 'declined'
        ? offer.creator_id === me
        : ['pending', 'taken_back'].includes(status) && offer.user_id === me
    )
      announce({ kind: 'offer', change });
  },
  'project:taken-over': (takeover, { me, announce }) => {
    applyTakeover(takeover, me);
    if (takeover.creator_id !== me) announce({ kind: 'takeover', takeover });
  },
  'inbox:changed': (change, { refreshInbox }) => {
    if (!applyInboxChange(change)) refreshInbox();
  },
  'choices:changed': (choices) => applyChoices(choices),
  'saved:changed': (change, { refreshSaved }) => {
    if (!applySaved(change)) refreshSaved();
  },
  'block:changed': applyBlock,
  'message-request:changed': ({ user_id, request }) => messageRequests.upsert({ id: user_id, request }),
  'connection:created': (interest, { announce }) => {
    interests.upsert(interest);
    announce({ kind: 'interest', interest });
  },
  'connection:mine': (interest, { me }) => interests.upsert({ ...interest, requester_id: me }),
  'connection:decided': (decision, { me, announce }) => {
    const { id, project_id, status, ended_by, requester_id } = decision;
    interests.patch(id, { status, ...(ended_by && { ended_by }) });
    // The two are shown each other's address from now on.
    if (status === 'approved') void refreshPage(project_id);
    // Who took the project over knows.
    if (requester_id === me && ended_by !== 'took_over') announce({ kind: 'interest-decision', decision });
  },
  'project:created': (project) => projects.upsert(project),
  'project:mine': (project) => projects.upsert(project),
  'project:updated': (project) => {
    projects.upsert({ ...project, ...ofOtherCreator(project.id, project.creator_id) });
    renameIn(project);
    void followTeam(project.id);
  },
  'profile:changed': (user) => updateUser(user),
  'project:deleted': ({ id }) => dropProject(id),
  typing: (payload) => applyTyping(payload),
  'pushes:missed': ({ paused }, { pushesMissed }) => pushesMissed(paused),
} satisfies Handlers;

/** Hands one event to its handler. */
export const dispatch = <E extends ServerEvent>(event: E, payload: ServerPayload<E>, context: DispatchContext): void =>
  (handlers[event] as Handlers[E])(payload, context);

/** False for an event of a newer server that this tab does not know. */
export const isServerEvent = (name: string): name is ServerEvent => Object.hasOwn(handlers, name);
