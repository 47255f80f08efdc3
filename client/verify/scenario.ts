import type { Actions, Actor } from './actions.js';

/** The members of a scenario. The screens are mine; Other and Third act, and so do I on another device. */
export interface Actors {
  actions: Actions;
  me: Actor;
  other: Actor;
  third: Actor;
  /** The project whose page is open. */
  projectId: number;
  /** The conversation of its team; 0 without one. */
  teamId: number;
}

export interface Scenario<T = unknown> {
  name: string;
  /** The creator of the open project. */
  creator?: 'me' | 'other';
  /** Other and I are the project's team, whose conversation is open instead of ours. */
  isInTeam?: true;
  before?: (actors: Actors) => Promise<T>;
  act: (actors: Actors, before: T) => Promise<unknown>;
  /** The addresses that the client may fetch, where an event isn't enough. */
  fetches?: RegExp;
  /** The act changes nothing, so nothing on screen may change. */
  changesNothing?: true;
}

export const scenario = <T>(one: Scenario<T>): Scenario => one as Scenario;

/** Other asks to join the open project; returns the request's id. */
export const asked = ({ actions, other, projectId }: Actors) => actions.ask(other, projectId);

/** I ask to join the open project; returns the request's id. */
export const iAsked = ({ actions, me, projectId }: Actors) => actions.ask(me, projectId);

/** The creator of the open project answers a join request. */
export const decide = (
  { actions, me, other }: Actors,
  creator: 'me' | 'other',
  id: number,
  status: 'accepted' | 'rejected',
) => actions.decide(creator === 'me' ? me : other, id, status);

/**
 * Matches the fetches of a team after an event, which has only its size: the members, and the conversation with a refresh. Parts of that
 * refresh that another event overtakes are refetched one by one.
 */
export const fetchesTeam =
  /\/api\/(projects\/\d+(\/\w+)?$|refresh\?|blocks$|messages\/(unread-count|notifications)|(projects|project-requests)\/[a-z]+)/u;
