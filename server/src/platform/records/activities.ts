import type { Activity } from '@sangam/shared/app/dashboard';
import type { EndReason } from '@sangam/shared/projects/lifecycle';

/** The facts that make an activity's text, as they are when it is read, not when it was recorded. */
export interface ActivityFacts {
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
  'project:opened': changed(({ title }) => `You allowed new requests to ${title}`),
  'project:closed': changed(({ title }) => `You stopped new requests to ${title}`),
  'project:finished': changed(({ title }) => `You finished ${title}`),
  'project:reopened': changed(({ title }) => `You reopened ${title}`),
  'project:unclaimed': people(({ title }) => `${title} takes no new requests: its creator is leaving Sangam`),
  'transfer:accepted': chosen(({ title }) => `You became the creator of ${title}`),
  'transfer:done': people(({ title, member }) => `${member} became the creator of ${title}`),
  'team:complete': changed(({ title }) => `The team for ${title} is complete`),
  'member:removed': people(({ title, member }) => `You removed ${member} from ${title}`),
  'seat:lost': notChosen(({ title }) => `You were removed from ${title}`),
  'seat:taken': chosen(({ title }) => `You joined ${title}`),
  'member:joined': people(({ title, member }) => `${member} joined ${title}`),
  'seat:left': asked(({ title }) => `You left ${title}`),
  'member:left': people(({ title, member }) => `${member} left ${title}`),
  'interest:shown': asked(({ title }) => `You showed interest in ${title}`),
  'interest:received': people(({ title, member }) => `${member} is interested in ${title}`),
  'interest:approved': chosen(({ title }) => `Your interest in ${title} was approved`),
  'interest:denied': notChosen(({ title }) => `Your interest in ${title} was denied`),
  'interest:withdrawn': asked(({ title }) => `You withdrew your interest in ${title}`),
  'interest:unanswered': notChosen(({ title }) => `Your interest in ${title} got no answer in time`),
  'interest:lapsed': people(({ title, member }) => `You didn’t answer ${member}’s interest in ${title} in time`),
  'interest:ended': notChosen(({ title, endedBy }) => `Your interest in ${title} ended: ${endOf(endedBy)}`),
  'request:sent': asked(({ title }) => `You asked to join ${title}`),
  'request:received': people(({ title, member }) => `${member} asked to join ${title}`),
  'request:withdrawn': asked(({ title }) => `You withdrew your request to join ${title}`),
  'request:rejected': notChosen(({ title }) => `Your request to join ${title} was rejected`),
  'request:reopened': asked(({ title }) => `Your request to join ${title} was reopened`),
  'request:unanswered': notChosen(({ title }) => `Your request to join ${title} got no answer in time`),
  'request:lapsed': people(({ title, member }) => `You didn’t answer ${member}’s request to join ${title} in time`),
  'request:ended': notChosen(({ title, endedBy }) => `Your request to join ${title} ended: ${endOf(endedBy)}`),
  'invitation:sent': changed(({ title, member }) => `You invited ${member} to ${title}`),
  'invitation:received': people(({ title, member }) => `${member} invited you to ${title}`),
  'invitation:declined': asked(({ title }) => `You declined the invitation to ${title}`),
  'invitation:unanswered': notChosen(({ title }) => `You didn’t answer the invitation to ${title} in time`),
  'invitation:lapsed': people(({ title, member }) => `${member} didn’t answer your invitation to ${title} in time`),
  'invitation:ended': notChosen(({ title }) => `Your invitation to ${title} ended`),
  'waitlist:joined': asked(({ title }) => `You were added to the waitlist for ${title}`),
  'waitlist:over': notChosen(({ title }) => `Your time on the waitlist for ${title} is over`),
  'seat:offered': chosen(({ title }) => `You were offered a seat in ${title}`),
  'seat:declined': asked(({ title }) => `You declined the seat in ${title}`),
  'seat:missed': notChosen(({ title }) => `Your seat offer in ${title} expired`),
  'seat:untaken': people(({ title, member }) => `The seat offer to ${member} in ${title} expired`),
  'chat:begun': chat(({ member }) => `You started a conversation with ${member}`),
  'chat:received': chat(({ member }) => `${member} started a conversation with you`),
} as const satisfies Record<string, Kind>;
export type ActivityKind = keyof typeof activityKinds;

const defaultFacts: ActivityFacts = { title: 'a project', member: 'A member', endedBy: null };

/** The sentence of an activity. */
export const activityWords = (activityKind: ActivityKind, facts: Partial<ActivityFacts>): string =>
  activityKinds[activityKind].words({ ...defaultFacts, ...facts });

export const isActivityKind = (text: string): text is ActivityKind => Object.hasOwn(activityKinds, text);
