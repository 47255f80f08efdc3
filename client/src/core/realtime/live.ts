import type { CallAnswer, CallQuery } from '@sangam/shared/app/calls';
import type { ServerEvent, ServerPayload } from '@sangam/shared/app/socket';
import type { Result } from '../api/errors';
import type { KeptRows } from '../offline/cached-parts';
import type { ProjectWatch } from './on-screen';

/** What a reducer of an event may need in addition to the stores. */
export interface LiveContext<News> {
  /** The signed-in member. */
  me: number;
  /** Notifies the member, whatever screen is open. */
  announce: (news: News) => void;
  /** Events may have been missed: refreshes, and polls while they are paused. */
  pushesMissed: (paused: boolean) => void;
}

/** What each of these server events changes. */
export type Reducers<E extends ServerEvent, News> = {
  [K in E]: (payload: ServerPayload<K>, context: LiveContext<News>) => void;
};

type RefreshQuery = CallQuery<'GET /api/refresh'>;
type RefreshAnswer = CallAnswer<'GET /api/refresh'>['data'];
/** The parts of a refresh. The inbox repeats its version where it is not answered itself. */
export type RefreshName = Exclude<keyof RefreshAnswer, 'inbox_version'>;

/** Parts of the one call that a refresh makes. */
export type RefreshParts<P extends RefreshName> = {
  [K in P]: {
    /** The version that is held, and how long the first page is to be. */
    asked: () => { [Q in Extract<keyof RefreshQuery, K | `${K}_limit`>]-?: RefreshQuery[Q] | undefined };
    /** Takes the part in, null where nothing is newer. False when the refresh is to be repeated. */
    take: (part: Promise<Result<NonNullable<RefreshAnswer[K]> | null>>) => Promise<boolean>;
  };
};

/** Why a refresh runs. */
export type RefreshReason = 'start' | 'connect' | 'gap' | 'fallback' | 'focus';

/** What a subject does when the connection changes. */
export interface LiveHooks {
  /** The connection stands, for the first time or again. */
  connected?: () => void;
  away?: () => void;
  /** A poll begins: there is no connection, or its events are paused; or the window got the focus. */
  polled?: () => void;
}

/** What a member has written in this browser and not sent. */
export interface Unsent {
  messages: number;
  drafts: number;
}

/** What runs of a subject while a member is signed in, and when they leave. */
export interface LivePart {
  events?: object;
  refresh?: object;
  /** Runs until `signal` aborts. */
  start?: (me: number, signal: AbortSignal) => LiveHooks;
  /** Runs with each refresh, at the same time as its one call. False when the refresh is to be repeated. */
  onRefresh?: (reason: RefreshReason) => Promise<boolean>;
  /** Runs after the one call; `listsCame` is false when it failed. False when the refresh is to be repeated. */
  afterRefresh?: (listsCame: boolean) => Promise<boolean>;
  /** Fetches again what is on screen of these projects: events may have been missed. False when it failed for a moment. */
  refreshShown?: (watch: ProjectWatch) => Promise<boolean>;
  /** Rows that are kept for a start without a network; stores register smaller parts themselves (`offline/parts`). */
  offline?: KeptRows;
  /** Counts what this member has not sent. */
  unsent?: (member: number) => Unsent;
  /** Deletes what this browser holds of a member outside the stores. Runs at a sign-out. */
  forget?: (member: number) => void;
}

/**
 * What a subject contributes to the live part of the application: `<subject>/live.ts` declares it, `app/live` joins all. `E` are
 * the events of the subject's contract, `P` its parts of a refresh.
 */
export type Live<News, E extends ServerEvent, P extends RefreshName = never> = LivePart & {
  events: Reducers<E, News>;
} & ([P] extends [never] ? object : { refresh: RefreshParts<P> });

type KeysOf<T> = T extends unknown ? keyof T : never;
type OwnedTwice<Tables extends Record<string, object>> = {
  [S in keyof Tables]: keyof Tables[S] & KeysOf<Tables[Exclude<keyof Tables, S>]>;
}[keyof Tables];
type OwnedByNone<All, Tables extends Record<string, object>> = Exclude<keyof All, KeysOf<Tables[keyof Tables]>>;

/** The tables themselves where each name has exactly one owner; else the names that do not. */
type EachOwnedOnce<All, Tables extends Record<string, object>> = [
  OwnedByNone<All, Tables>,
  OwnedTwice<Tables>,
] extends [never, never]
  ? Tables
  : { ownedByNone: OwnedByNone<All, Tables>; ownedTwice: OwnedTwice<Tables> };

/** Joins the subjects' tables to one. Does not compile where a name has no owner, or more than one. */
export const joinOwned =
  <All extends object>() =>
  <Tables extends Record<string, Partial<All>>>(tables: Tables & EachOwnedOnce<All, Tables>): All =>
    Object.assign({}, ...Object.values(tables));

interface Joined {
  parts: readonly LivePart[];
  refresh: RefreshParts<RefreshName>;
}

let joined: Joined | null = null;

/** Registers what the subjects declare; called once, by app/live. */
export function setLive(all: Joined): void {
  joined = all;
}

export const liveParts = (): readonly LivePart[] => joined?.parts ?? [];

/** Null before the live part of the application has been loaded. */
export const refreshTable = (): RefreshParts<RefreshName> | null => joined?.refresh ?? null;
