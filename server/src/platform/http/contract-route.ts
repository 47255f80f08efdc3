import type { CallAnswer, CallBody, CallName, CallParams, CallQuery, HttpCalls } from '@sangam/shared/app/calls';
import { type HttpCall, http } from '@sangam/shared/app/http';
import { ErrorBody } from '@sangam/shared/core/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { TSchema } from 'typebox';
import type { Authenticate, Member } from '../lib/member.js';
import type { RateLimits } from '../lib/rate-limits.js';
import { fail, type Result } from '../lib/result.js';
import { bearerOf } from './bearer.js';
import { OCTETS } from './bodies.js';
import { sendError } from './error-handler.js';
import { pageOrCall } from './pages.js';

type Caller<N extends CallName, M extends Member> = HttpCalls[N]['access'] extends 'member'
  ? M
  : HttpCalls[N]['access'] extends 'optional'
    ? M | null
    : null;

interface Call<N extends CallName, M extends Member> {
  params: CallParams<N>;
  query: CallQuery<N>;
  body: CallBody<N>;
  member: Caller<N, M>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The response body without `success: true`, which is added here. */
type Answer<N extends CallName> = Omit<CallAnswer<N>, 'success'>;
export type Handler<N extends CallName, M extends Member = Member> = (call: Call<N, M>) => Promise<Result<Answer<N>>>;
/** `M` is what `authenticate` tells of the member. */
export type Route<M extends Member = Member> = <N extends CallName>(
  name: N,
  handler: Handler<N, M>,
  alias?: string,
) => void;

/**
 * Turns an entry of the contract's table into a route: validated, authenticated, typed, serialized by schema. Changes
 * count against the same limit as the member's socket events. `alias` serves the call on a second path (the three without
 * `/api`); a GET there shares the path with a page.
 */
export function contractRoutes<M extends Member>(
  app: FastifyInstance,
  authenticate: Authenticate<M>,
  limits: RateLimits,
): Route<M> {
  return (name, handler, alias) => {
    const call: HttpCall = http[name];
    const [method, path] = name.split(' ') as [HTTPMethods, string];
    const status = call.status ?? 200;
    for (const url of alias === undefined ? [path] : [path, alias]) {
      app.route({
        method,
        url,
        schema: {
          hide: url === alias,
          tags: [call.tag],
          summary: call.summary,
          ...(call.access === 'public'
            ? {}
            : { security: call.access === 'member' ? [{ bearer: [] }] : [{}, { bearer: [] }] }),
          ...(call.params ? { params: call.params } : {}),
          ...(call.query ? { querystring: call.query } : {}),
          ...(call.body ? { body: call.bytesMax === undefined ? call.body : octets(call.body) } : {}),
          response: { [status]: call.answer, '4xx': ErrorBody, '5xx': ErrorBody },
        },
        attachValidation: true,
        ...(url === alias && method === 'GET' ? { onRequest: pageOrCall } : {}),
        ...(call.bytesMax === undefined ? {} : { bodyLimit: call.bytesMax }),
        config: {
          bodyOptional: call.body === undefined || call.bodyOptional === true,
          takesBytes: call.bytesMax !== undefined,
        },
        preValidation: async (request) => {
          if (call.bodyOptional) request.body ??= {};
        },
        handler: async (request, reply) => {
          // Authentication comes before validation.
          const caller = await identify(call, request, authenticate);
          if (!caller.ok) return sendError(reply, caller.error);
          request.memberId = caller.value?.id ?? null;
          if (caller.value !== null && method !== 'GET') {
            const refused = await limits.spend('eventByMember', caller.value.id);
            if (refused) return sendError(reply, refused.error);
          }
          const wrong = request.validationError;
          if (wrong)
            return sendError(reply, (wrong as unknown as { appError: Parameters<typeof sendError>[1] }).appError);
          const result = await handler({
            params: request.params,
            query: request.query,
            body: request.body,
            member: caller.value,
            request,
            reply,
          } as unknown as Call<typeof name, M>);
          if (!result.ok) return sendError(reply, result.error);
          return reply
            .status(status)
            .header('Cache-Control', 'no-store')
            .send({ success: true, ...result.value });
        },
      });
    }
  };
}

const octets = (schema: TSchema) => ({ content: { [OCTETS]: { schema } } });

async function identify<M extends Member>(
  call: HttpCall,
  request: FastifyRequest,
  authenticate: Authenticate<M>,
): Promise<Result<M | null>> {
  if (call.access === 'public') return { ok: true, value: null };
  const header = request.headers.authorization;
  if (header === undefined) return call.access === 'optional' ? { ok: true, value: null } : fail('UNAUTHORIZED');
  const token = bearerOf(header);
  return token === null ? fail('UNAUTHORIZED') : authenticate(token);
}
