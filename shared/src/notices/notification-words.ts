import { isKeyOf } from '../core/keys-of.js';
import type { NotificationKind } from './notification-kinds.js';

/**
 * Words between the actor's name and the title, on every channel. Lists show them for days, so none says "today" or "in two days".
 * Kinds that many members cause about one project have a plural: lists show several of them as one.
 */
const wording: Record<NotificationKind, string | readonly [one: string, several: string]> = {
  'request:received': ['wants to join', 'want to join'],
  'request:reminder': ['is waiting for your answer about joining', 'are waiting for your answer about joining'],
  'request:last_day': ['needs your answer soon about joining', 'need your answer soon about joining'],
  'request:withdrawn': ['withdrew their request to join', 'withdrew their requests to join'],
  'request:lapsed': [
    'didn’t get your answer in time and can ask again to join',
    'didn’t get your answer in time and can ask again to join',
  ],
  'request:accepted': 'accepted your request to join',
  'request:rejected': 'rejected your request to join',
  'request:reopened': 'reopened your request to join',
  'request:moved': 'now decides on your request to join',
  'request:unanswered': 'didn’t answer in time. You can ask again to join',
  'request:ended': 'ended the project you asked to join:',
  'line:placed': 'added you to the waitlist for',
  'seat:offered': 'is holding a seat for you in',
  'seat:missed': 'didn’t get your answer in time. You can ask again to join',
  'seat:declined': ['declined your seat offer in', 'declined your seat offers in'],
  'seat:lapsed': ['missed the deadline for your seat offer in', 'missed the deadline for your seat offers in'],
  'question:received': ['has a question about', 'have questions about'],
  'interest:received': ['is interested in', 'are interested in'],
  'interest:reminder': ['is still interested in', 'are still interested in'],
  'interest:last_day': [
    'needs your answer soon about their interest in',
    'need your answer soon about their interest in',
  ],
  'interest:withdrawn': ['is no longer interested in', 'are no longer interested in'],
  'interest:lapsed': [
    'didn’t get your answer in time about their interest in',
    'didn’t get your answer in time about their interest in',
  ],
  'interest:approved': 'approved your interest in',
  'interest:denied': 'denied your interest in',
  'interest:moved': 'now decides on your interest in',
  'interest:unanswered': 'didn’t answer in time. You can show interest again in',
  'interest:ended': 'ended the project you were interested in:',
  'invitation:received': 'invites you to join',
  'invitation:reminder': 'is waiting to hear whether you’ll join',
  'invitation:last_day': 'needs your answer soon about joining',
  'invitation:unanswered': 'didn’t get your answer in time about joining',
  'invitation:ended': 'can no longer offer you a seat in',
  'invitation:accepted': ['accepted your invitation to', 'accepted your invitations to'],
  'invitation:declined': ['declined your invitation to', 'declined your invitations to'],
  'invitation:lapsed': ['missed the deadline for your invitation to', 'missed the deadline for your invitations to'],
  'seat:joined': ['joined', 'joined'],
  // They left, or were removed.
  'seat:left': ['is no longer in', 'are no longer in'],
  'seat:removed': 'removed you from',
  'offer:received': 'asked you to become the creator of',
  'offer:leaving': 'is leaving Sangam and is looking for a new creator for',
  'offer:taken_back': 'cancelled the transfer of',
  'offer:declined': 'declined the transfer of',
  'project:taken_over': 'became the creator of',
  'project:left': 'is leaving Sangam and has stopped new requests to',
  // These have no actor.
  'waitlist:reminder': 'Still interested? Stay on the waitlist for',
  'waitlist:last_day': 'Last day to stay on the waitlist for',
  'waitlist:lapsed': 'Your time on the waitlist is over:',
  'project:unlisted': 'No longer listed:',
  'project:hidden': 'Hidden by a moderator:',
  'project:unavailable': 'No longer available:',
  'project:shown': 'Visible to everyone again:',
  'team:hidden': 'Hidden by a moderator:',
  'team:shown': 'Visible to everyone again:',
  // The titles of these are whole sentences.
  'projects:new': ['', 'New projects with skills you follow'],
  'report:received': '',
  'report:reviewed': '',
  'account:warned': '',
};

const wordingOf = (kind: string): readonly string[] => (isKeyOf(wording, kind) ? [wording[kind]].flat() : []);

/** Returns the words of a notification; empty for kinds that only newer servers know. */
export const notificationWords = ({ kind }: { kind: string }): string => wordingOf(kind)[0] ?? '';

/** Returns the words after several names; undefined for kinds that stand alone. */
export const wordingOfSeveral = ({ kind }: { kind: string }): string | undefined => wordingOf(kind)[1];

/** Whether the words follow a name; all others begin the sentence. */
export const hasActor = (kind: NotificationKind): boolean => /^\p{Ll}/u.test(notificationWords({ kind }));

/** Kinds about a join request that needs the creator's answer. */
const toAnswer: readonly string[] = [
  'request:received',
  'request:reminder',
  'request:last_day',
] satisfies NotificationKind[];

interface Linked {
  kind: string;
  project_id: number | null;
  subject_id: number | null;
  link?: string | null | undefined;
}

/** Whether a notification has a page; false for those that say everything themselves. */
export const hasPage = ({ kind }: { kind: string }): boolean => kind !== 'report:reviewed';

/** Returns the page that a notification links to: its own link, the request to answer on its project's page, or the project. */
export function notificationLink({ kind, project_id, subject_id, link }: Linked): string {
  if (link) return link;
  if (project_id === null) return '/dashboard';
  const isRequest = toAnswer.includes(kind) && subject_id !== null;
  return isRequest ? `/projects/${project_id}?request=${subject_id}` : `/projects/${project_id}`;
}

/** Returns the page where several notifications of one kind about one project are answered, or the list of new projects. */
export function linkOfSeveral(several: readonly [Linked, ...Linked[]]): string {
  const [{ kind, project_id }] = several;
  if (kind === 'question:received') return '/messages';
  if (project_id !== null) return `/projects/${project_id}`;
  const skills = several.flatMap(({ link }) => new URLSearchParams(link?.split('?')[1]).get('skill')?.split(',') ?? []);
  return `/projects?${new URLSearchParams({ skill: [...new Set(skills)].join(',') })}`;
}
