import type { Actions, Actor } from './actions.js';

/** The screens are mine; Other and Third act, and so do I on another device. */
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
  /** Other and I are its team, whose conversation is open in place of the one between us. */
  isInTeam?: true;
  before?: (actors: Actors) => Promise<T>;
  act: (actors: Actors, before: T) => Promise<unknown>;
  /** The addresses that the client may fetch, where an event isn't enough. */
  fetches?: RegExp;
  /** Nothing changes, and nothing may look changed. */
  changesNothing?: true;
}

export const scenario = <T>(one: Scenario<T>): Scenario => one as Scenario;
