import type { CallAnswer, CallQuery } from '@sangam/shared/app/calls';
import type { ServerEvent, ServerPayload } from '@sangam/shared/app/socket';
import type { Result } from '../api/errors';
import type { ProjectWatch } from './on-screen';

/** The context that reducers get in addition to the stores. */
export interface LiveContext<Notice> {
  /** The signed-in member. */
  me: number;
  /** Notifies the member on any screen. */
  announce: (notice: Notice) => void;
  /** Refreshes after missed events, and polls while events are paused. */
  eventsMissed: (paused: boolean) => void;
}

/** The reducers of these server events. */
export type Reducers<E extends ServerEvent, Notice> = {
  [K in E]: (payload: ServerPayload<K>, context: LiveContext<Notice>) => void;
};

type RefreshQuery = CallQuery<'GET /api/refresh'>;
type RefreshAnswer = CallAnswer<'GET /api/refresh'>['data'];
/** The parts of a refresh. `inbox_version` belongs to the part of the notifications. */
export type RefreshName = Exclude<keyof RefreshAnswer, 'inbox_version'>;

/** Parts of the single call that a refresh makes. */
export type RefreshParts<P extends RefreshName> = {
  [K in P]: {
    /** Returns the query: the version held here, and for lists the length of the first page. */
    query: () => { [Q in Extract<keyof RefreshQuery, K | `${K}_limit`>]-?: RefreshQuery[Q] | undefined };
    /** Stores the part; null means that nothing is newer. Returns false if the refresh should be repeated. */
    take: (part: Promise<Result<NonNullable<RefreshAnswer[K]> | null>>) => Promise<boolean>;
  };
};

/** The cause of a refresh. */
export type RefreshReason = 'start' | 'connect' | 'gap' | 'fallback' | 'focus';

/** A subject's reactions to changes of the connection. */
export interface LiveHooks {
  /** The connection is established, for the first time or again. */
  connected?: () => void;
  away?: () => void;
  /** A poll starts, because there is no connection, its events are paused, or the window got the focus. */
  polled?: () => void;
}

/** The messages and drafts that this browser holds and hasn't sent. */
export interface Unsent {
  messages: number;
  drafts: number;
}

/** One of the most recently opened rows, such as a thread. Its key begins with the member. */
export interface CachedRow {
  member: number;
  id: number | string;
  openedAtMs: number;
}

/** A kind of rows that a store caches, for a start without a network. */
export interface CachedRows<Row extends CachedRow = CachedRow, Id extends Row['id'] = Row['id']> {
  /** The database's object store. A new name needs a new format (`offline/database.ts`). */
  name: string;
  /** How many rows are cached. */
  max: number;
  /** The row on screen, or null. */
  openId(): Id | null;
  subscribe(listener: () => void): () => void;
  /** Returns the store's data for a row, which is a new object after each change. */
  current(id: Id): object | undefined;
  /** Returns the row to cache, of bounded size, or null while there is nothing to show. */
  toRow(member: number, id: Id, openedAtMs: number): Row | null;
  /** Whether `known` has more than `row`, so that an outdated tab doesn't replace it. */
  isNewer(known: Row, row: Row): boolean;
  /** Puts rows into the store. Rows that it already has stay. */
  show(rows: readonly Row[]): void;
}

/** A subject's hooks while a member is signed in, and at their logout. */
interface LivePart {
  events?: object;
  refresh?: object;
  /** Runs until `signal` aborts. */
  start?: (me: number, signal: AbortSignal) => LiveHooks;
  /** Runs in parallel with the call of each refresh. Returns false if the refresh should be repeated. */
  onRefresh?: (reason: RefreshReason) => Promise<boolean>;
  /**
   * Runs after the call of a refresh; `listsArrived` is false if it failed. Returns false if the refresh should be
   * repeated.
   */
  afterRefresh?: (listsArrived: boolean, reason: RefreshReason) => Promise<boolean>;
  /** Refetches these projects, which are on screen, since events may have been missed. Returns false on a temporary failure. */
  refreshShown?: (watch: ProjectWatch) => Promise<boolean>;
  /** Rows cached for a start without a network. Stores register smaller parts themselves (`offline/cached-parts`). */
  offline?: CachedRows;
  /** Counts the member's unsent messages and drafts. */
  unsent?: (member: number) => Unsent;
  /** Adjusts a member's data outside the stores after the server's database was restored from a backup, since ids may have been reused. */
  restored?: (member: number) => void;
  /** Deletes a member's data outside the stores. Runs at a logout. */
  forget?: (member: number) => void;
}

/**
 * A subject's contribution to the live part: declared in `<subject>/live.ts`, joined in `app/live`. `E` are the events
 * of the subject's contract, `P` its parts of a refresh.
 */
export type Live<Notice, E extends ServerEvent, P extends RefreshName = never> = LivePart & {
  events: Reducers<E, Notice>;
} & ([P] extends [never] ? object : { refresh: RefreshParts<P> });

type KeysOf<T> = T extends unknown ? keyof T : never;
type OwnedTwice<Tables extends Record<string, object>> = {
  [S in keyof Tables]: keyof Tables[S] & KeysOf<Tables[Exclude<keyof Tables, S>]>;
}[keyof Tables];
type OwnedByNone<All, Tables extends Record<string, object>> = Exclude<keyof All, KeysOf<Tables[keyof Tables]>>;

/** Resolves to the tables if each name has exactly one owner, otherwise to the names that don't. */
type EachOwnedOnce<All, Tables extends Record<string, object>> = [
  OwnedByNone<All, Tables>,
  OwnedTwice<Tables>,
] extends [never, never]
  ? Tables
  : { ownedByNone: OwnedByNone<All, Tables>; ownedTwice: OwnedTwice<Tables> };

/** Joins the subjects' tables. Each name must have exactly one owner to compile. */
export const joinOwned =
  <All extends object>() =>
  <Tables extends Record<string, Partial<All>>>(tables: Tables & EachOwnedOnce<All, Tables>): All =>
    Object.assign({}, ...Object.values(tables));

interface Joined {
  parts: readonly LivePart[];
  refresh: RefreshParts<RefreshName>;
}

let joined: Joined | null = null;

/** Registers the subjects' live parts. Called once, by app/live. */
export function setLive(all: Joined): void {
  joined = all;
}

export const liveParts = (): readonly LivePart[] => joined?.parts ?? [];

/** Null before the live part has been loaded. */
export const refreshTable = (): RefreshParts<RefreshName> | null => joined?.refresh ?? null;
