import type { Static, TSchema } from 'typebox';
import type { http } from './http.js';

export type HttpCalls = typeof http;
export type CallName = keyof HttpCalls;

/**
 * The types of all schemas of one kind, by call. Generic code looks a call up in these tables: computing `Static<…>` of a name that
 * is not known yet costs the compiler seconds.
 */
type Described<K extends string> = {
  [N in CallName]: HttpCalls[N] extends Record<K, infer T extends TSchema> ? Static<T> : undefined;
};
type Params = Described<'params'>;
type Queries = Described<'query'>;
type Bodies = Described<'body'>;
type Answers = Described<'answer'>;
export type CallParams<N extends CallName> = Params[N];
export type CallQuery<N extends CallName> = Queries[N];
export type CallBody<N extends CallName> = Bodies[N];
export type CallAnswer<N extends CallName> = Answers[N];
