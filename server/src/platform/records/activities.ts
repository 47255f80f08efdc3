import type { Activity } from '@sangam/shared/app/dashboard';
import type { EndReason } from '@sangam/shared/projects/lifecycle';

/** The facts that make an activity's text, as they are when it is read, not when it was recorded. */
interface ActivityFacts {
  /** The project's title, in quotes. */
  title: string;
  /** The other member's name; 'A member' if it is not known who it was. */
  member: string;
  endedBy: EndReason | null;
}

interface Kind {
  type: Activity['type'];
  icon: Activity['icon'];
  words: (facts: ActivityFacts) => string;
}

type Words = Kind['words'];
const kind = (type: Kind['type'], icon: Kind['icon']) => (words: Words) => ({ type, icon, words });
const projectEvent = kind('project', 'Rocket');
/** The member applied, withdrew or left. */
const ownEvent = kind('collaboration', 'Target');
/** Others joined, applied or left. */
const teamEvent = kind('collaboration', 'Users');
/** The member was accepted or approved. */
const acceptance = kind('collaboration', 'Award');
const setback = kind('other', 'Target');
const chatEvent = kind('message', 'MessageCircle');

/** The reason for a request's end, as its applicant reads it. */
const endOf = (endedBy: EndReason | null): string =>
  // Otherwise it was deleted, or hidden by a moderator, which isn't disclosed.
  endedBy === 'project_finished' ? 'the project was finished' : 'the project is no longer available';

/** The kinds of activities, with type, icon and words (R9.3). */
export const activityKinds = {
  'project:created': kind('project', 'Plus')(({ title }) => `You created ${title}`),
  'project:opened': projectEvent(({ title }) => `You allowed new requests to ${title}`),
  'project:closed': projectEvent(({ title }) => `You stopped new requests to ${title}`),
  'project:finished': projectEvent(({ title }) => `You finished ${title}`),
  'project:reopened': projectEvent(({ title }) => `You reopened ${title}`),
  'project:unclaimed': teamEvent(({ title }) => `${title} takes no new requests: its creator is leaving Sangam`),
  'transfer:accepted': acceptance(({ title }) => `You became the creator of ${title}`),
  'transfer:done': teamEvent(({ title, member }) => `${member} became the creator of ${title}`),
  'team:complete': projectEvent(({ title }) => `The team for ${title} is complete`),
  'member:removed': teamEvent(({ title, member }) => `You removed ${member} from ${title}`),
  'seat:lost': setback(({ title }) => `You were removed from ${title}`),
  'seat:taken': acceptance(({ title }) => `You joined ${title}`),
  'member:joined': teamEvent(({ title, member }) => `${member} joined ${title}`),
  'seat:left': ownEvent(({ title }) => `You left ${title}`),
  'member:left': teamEvent(({ title, member }) => `${member} left ${title}`),
  'interest:shown': ownEvent(({ title }) => `You showed interest in ${title}`),
  'interest:received': teamEvent(({ title, member }) => `${member} is interested in ${title}`),
  'interest:approved': acceptance(({ title }) => `Your interest in ${title} was approved`),
  'interest:denied': setback(({ title }) => `Your interest in ${title} was denied`),
  'interest:withdrawn': ownEvent(({ title }) => `You withdrew your interest in ${title}`),
  'interest:unanswered': setback(({ title }) => `Your interest in ${title} got no answer in time`),
  'interest:lapsed': teamEvent(({ title, member }) => `You didn’t answer ${member}’s interest in ${title} in time`),
  'interest:ended': setback(({ title, endedBy }) => `Your interest in ${title} ended: ${endOf(endedBy)}`),
  'request:sent': ownEvent(({ title }) => `You asked to join ${title}`),
  'request:received': teamEvent(({ title, member }) => `${member} asked to join ${title}`),
  'request:withdrawn': ownEvent(({ title }) => `You withdrew your request to join ${title}`),
  'request:rejected': setback(({ title }) => `Your request to join ${title} was rejected`),
  'request:reopened': ownEvent(({ title }) => `Your request to join ${title} was reopened`),
  'request:unanswered': setback(({ title }) => `Your request to join ${title} got no answer in time`),
  'request:lapsed': teamEvent(({ title, member }) => `You didn’t answer ${member}’s request to join ${title} in time`),
  'request:ended': setback(({ title, endedBy }) => `Your request to join ${title} ended: ${endOf(endedBy)}`),
  'invitation:sent': projectEvent(({ title, member }) => `You invited ${member} to ${title}`),
  'invitation:received': teamEvent(({ title, member }) => `${member} invited you to ${title}`),
  'invitation:declined': ownEvent(({ title }) => `You declined the invitation to ${title}`),
  'invitation:unanswered': setback(({ title }) => `You didn’t answer the invitation to ${title} in time`),
  'invitation:lapsed': teamEvent(({ title, member }) => `${member} didn’t answer your invitation to ${title} in time`),
  'invitation:ended': setback(({ title }) => `Your invitation to ${title} ended`),
  'waitlist:joined': ownEvent(({ title }) => `You were added to the waitlist for ${title}`),
  'waitlist:over': setback(({ title }) => `Your time on the waitlist for ${title} is over`),
  'seat:offered': acceptance(({ title }) => `You were offered a seat in ${title}`),
  'seat:declined': ownEvent(({ title }) => `You declined the seat in ${title}`),
  'seat:missed': setback(({ title }) => `Your seat offer in ${title} expired`),
  'seat:untaken': teamEvent(({ title, member }) => `The seat offer to ${member} in ${title} expired`),
  'chat:begun': chatEvent(({ member }) => `You started a conversation with ${member}`),
  'chat:received': chatEvent(({ member }) => `${member} started a conversation with you`),
} as const satisfies Record<string, Kind>;
export type ActivityKind = keyof typeof activityKinds;

const defaultFacts: ActivityFacts = { title: 'a project', member: 'A member', endedBy: null };

/** The sentence of an activity. */
export const activityWords = (activityKind: ActivityKind, facts: Partial<ActivityFacts>): string =>
  activityKinds[activityKind].words({ ...defaultFacts, ...facts });

export const isActivityKind = (text: string): text is ActivityKind => Object.hasOwn(activityKinds, text);
