import type { UnreadAnnouncer } from '../../chat/unread/announcer.js';
import type { PresenceCheck } from '../../people/presence/presence-check.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Push } from '../../platform/realtime/sockets/push.js';
import type { Watchers } from '../../platform/realtime/sockets/watchers.js';

interface Audience {
  push: Push;
  unread: UnreadAnnouncer;
  watchers: Watchers;
  presenceCheck: PresenceCheck;
  /** Shows a member's presence to another one, where they may see it now. */
  showPresence: (viewerId: number, userId: number) => void;
  /** Looks again at who sees a member, on every server. */
  reviewPresence: (userId: number) => void;
  endSessions: (sessionIds: string[]) => void;
  renameMember: (userId: number, name: string) => void;
}

type Publish = { [E in keyof DomainEvents]: (payload: DomainEvents[E]) => void };

/** Who asked is the creator by now where they took the project over: they hear of it once. */
const sides = (creatorId: number, requesterId: number): number[] => [...new Set([creatorId, requesterId])];

/** Every domain event → its audience. A new event does not compile until it is listed here. */
const table = ({
  push,
  unread,
  watchers,
  presenceCheck,
  showPresence,
  reviewPresence,
  endSessions,
  renameMember,
}: Audience): Publish => ({
  'messages:sent': (batch) => {
    for (const message of batch) {
      push.jsonToMembers([message.receiver_id, message.sender_id], 'message:new', message.json, message.origin);
      unread.changed(message.receiver_id, message.sender_id);
    }
  },
  'message:repeated': (message) => {
    push.jsonToMembers([message.receiver_id, message.sender_id], 'message:new', message.json, message.origin);
    // It may have been read since, so a client that takes it for new gets the count, too.
    unread.changed(message.receiver_id, message.sender_id);
  },
  'message:changed': ({ message, was_unread }) => {
    push.toMembers([message.receiver_id, message.sender_id], 'message:changed', message);
    if (was_unread) unread.changed(message.receiver_id, message.sender_id);
  },
  'messages:read': ({ is_told, ...receipt }) => {
    push.toMembers([receipt.reader_id, ...(is_told ? [receipt.other_id] : [])], 'message:read', receipt);
    unread.changed(receipt.reader_id, receipt.other_id);
  },
  // The other is not told.
  'unread:marked': ({ user_id, other_id }) => unread.changed(user_id, other_id),
  // The other is not told.
  'saved:changed': ({ user_id, change }) => push.toMembers([user_id], 'saved:changed', change),
  // The other is not told.
  'block:changed': ({ user_id, change }) => {
    if (change.is_blocked) watchers.part(user_id, change.user_id);
    push.toMembers([user_id], 'block:changed', change);
  },
  // The sender is told what they see as well when nobody decides: that they are not shown the reader's presence, or are again.
  'message-request:changed': ({ user_id, change }) => {
    push.toMembers([user_id], 'message-request:changed', change);
    unread.changed(user_id, change.user_id);
    if (change.request === 'waiting') watchers.hide(change.user_id, user_id);
    if (change.request === null) showPresence(change.user_id, user_id);
  },
  'sessions:ended': ({ session_ids }) => endSessions(session_ids),
  'profile:changed': (user) => {
    renameMember(user.id, user.name);
    push.toMembers([user.id], 'profile:changed', user);
  },
  'presence:changed': (presence) => {
    watchers.toWatchersOf(presence);
    presenceCheck.told(presence);
  },
  'project:created': (project) => {
    watchers.toProjectList('project:created', project);
    push.toMembers([project.creator_id], 'project:mine', project);
  },
  'project:updated': (project) => watchers.toProject('project:updated', project),
  'project:updated-hidden': ({ project, team_ids }) => push.toMembers(team_ids, 'project:updated', project),
  'project:deleted': (deleted) => watchers.toProject('project:deleted', deleted),
  'join-request:created': ({ creator_id, request }) => {
    push.toMembers([creator_id], 'join-request:created', request);
    push.toMembers([request.user_id], 'join-request:mine', request);
  },
  'join-request:decided': ({ creator_id, requester_id, decision }) =>
    push.toMembers([creator_id, requester_id], 'join-request:decided', decision),
  'join-request:withdrawn': ({ creator_id, requester_id, end }) =>
    push.toMembers(sides(creator_id, requester_id), 'join-request:withdrawn', end),
  'project:taken-over': ({ takeover, team_ids, requests }) => {
    push.toMembers(team_ids, 'project:taken-over', takeover);
    for (const request of requests) push.toMembers([request.user_id], 'join-request:mine', request);
  },
  'offer:changed': (change) => push.toMembers([change.offer.creator_id, change.offer.user_id], 'offer:changed', change),
  'join-request:line': ({ creator_id, moved, ...project }) => {
    const all = moved.map(({ requester_id: _, ...request }) => request);
    push.toMembers([creator_id], 'join-request:line', { ...project, moved: all });
    for (const { requester_id, ...own } of moved)
      push.toMembers([requester_id], 'join-request:line', { ...project, moved: [own] });
  },
  'team:left': ({ creator_id, departure }) => push.toMembers([creator_id], 'team:left', departure),
  'team:removed': (removal) => push.toMembers([removal.creator_id, removal.user_id], 'team:removed', removal),
  'interest:created': ({ creator_id, interest, mine }) => {
    push.toMembers([creator_id], 'connection:created', interest);
    push.toMembers([interest.requester_id], 'connection:mine', mine);
  },
  'interest:decided': ({ creator_id, decision }) =>
    push.toMembers(sides(creator_id, decision.requester_id), 'connection:decided', decision),
  'inboxes:changed': (changes) => {
    for (const { user_id, change } of changes) push.toMembers([user_id], 'inbox:changed', change);
  },
  'choices:changed': ({ user_id, choices }) => push.toMembers([user_id], 'choices:changed', choices),
  'presence:reserved': ({ user_id }) => reviewPresence(user_id),
  // The workers of this server listen to it; clients do not.
  'jobs:added': () => undefined,
});

/** Subscribes the realtime module to all domain events. */
export function publishDomainEvents(bus: Bus<DomainEvents>, audience: Audience): void {
  const publish = table(audience);
  const subscribe = <E extends keyof DomainEvents>(event: E) => bus.on(event, (payload) => publish[event](payload));
  for (const event of Object.keys(publish) as (keyof DomainEvents)[]) subscribe(event);
}
