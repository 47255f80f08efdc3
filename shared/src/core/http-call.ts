import type { TObject, TSchema } from 'typebox';

/** Callers: anybody, anybody (with the member when signed in), or members only. */
export type Access = 'public' | 'optional' | 'member';

/** One REST call as its subject declares it in `calls.ts`, under `METHOD path`. */
export interface HttpCall {
  tag: string;
  summary: string;
  access: Access;
  /** 200 unless it says otherwise. */
  status?: 201;
  params?: TObject;
  query?: TObject;
  body?: TSchema;
  /** The body is bytes, not JSON, and at most this many. */
  bytesMax?: number;
  /** No body at all means {}. */
  bodyOptional?: true;
  answer: TSchema;
}
