import type { CallAnswer, CallBody, CallName, CallParams, CallQuery, HttpCalls } from '@sangam/shared/app/calls';
import { http } from '@sangam/shared/app/http';
import type { HttpCall } from '@sangam/shared/core/contract';
import { ErrorBody } from '@sangam/shared/core/errors';
import { keysOf, recordOf } from '@sangam/shared/core/keys-of';
import { coreServerLimits } from '@sangam/shared/core/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { TSchema } from 'typebox';
import { type AlreadyByCall, addAlready } from '../already.js';
import { type Authenticate, bearerOf, type Member } from '../lib/member.js';
import { appError, fail, mapResult, ok, type Result } from '../lib/result.js';
import { networkOf } from '../limits/client-address.js';
import type { RateLimits } from '../limits/rate-limits.js';
import { workMsOf } from '../limits/work.js';
import { InvalidRequest, OCTETS } from './bodies.js';
import { compressAnswer } from './compress.js';
import { sendError } from './error-handler.js';
import { createHeldBodies } from './held-bodies.js';
import { pageOrCall } from './pages.js';

type Caller<N extends CallName, M extends Member> = HttpCalls[N]['access'] extends 'member' | 'own-data'
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

interface CallDeps<M extends Member> {
  authenticate: Authenticate<M>;
  limits: RateLimits;
  already: AlreadyByCall;
  /** Refuses a body while too many are arriving. */
  holdBody: ReturnType<typeof createHeldBodies>;
  /** A second path of the call. */
  alias?: string;
}
export interface RouteDeps extends CallDeps<Member> {
  /** For calls about the caller's own data, which suspended members may make too. */
  authenticateOwner: Authenticate;
}
export type RegisterCall = (app: FastifyInstance, deps: RouteDeps) => void;

/** The answer whose `data` is the result's value. */
export const answer = <T>(result: Result<T>): Result<{ data: T }> => mapResult(result, (data) => ({ data }));

/** Calls of the contract, ready to be registered as routes. */
export type Calls<N extends CallName = CallName> = Record<N, RegisterCall>;

/** Longer than a body takes that isn't held back: the session may have ended before the rest of it arrived. */
const SLOW_BODY_MS = 1_000;

/** Defines the calls that these handlers answer. */
export function defineCalls<N extends CallName>(handlers: { [C in N]: Handler<C> }): Calls<N> {
  const define =
    <C extends N>(name: C): RegisterCall =>
    (app, deps) =>
      registerCall(app, name, handlers[name], forCall(name, deps));
  return recordOf(keysOf(handlers), define);
}

/** Defines a call with a session check of its own, which may read more about the member in the same statement (`Sessions`). */
export const defineAuthenticatingCall = <N extends CallName, M extends Member>(
  name: N,
  authenticate: Authenticate<M>,
  handler: Handler<N, M>,
): Calls<N> => defineOne(name, (app, deps) => registerCall(app, name, handler, { ...deps, authenticate }));

/** Defines a call that also answers under a path without `/api`. A GET there shares the path with a page. */
export const defineAliasedCall = <N extends CallName>(name: N, alias: string, handler: Handler<N>): Calls<N> =>
  defineOne(name, (app, deps) => registerCall(app, name, handler, { ...forCall(name, deps), alias }));

const forCall = (name: CallName, { authenticate, authenticateOwner, ...otherDeps }: RouteDeps) => ({
  authenticate: http[name].access === 'own-data' ? authenticateOwner : authenticate,
  ...otherDeps,
});

const defineOne = <N extends CallName>(name: N, register: RegisterCall) => recordOf([name], () => register);

/** Registers the routes of calls that the subjects have defined. */
export function registerCalls(app: FastifyInstance, calls: Calls, deps: Omit<RouteDeps, 'holdBody'>): void {
  const holdBody = createHeldBodies();
  for (const register of Object.values(calls)) register(app, { ...deps, holdBody });
}

/**
 * Turns an entry of the contract into a route: validated, authenticated, typed, serialized by schema. Changes count against the
 * same limit as the member's socket events.
 */
export function registerCall<N extends CallName, M extends Member>(
  app: FastifyInstance,
  name: N,
  handler: Handler<N, M>,
  { authenticate, limits, already, holdBody, alias }: CallDeps<M>,
): void {
  const call: HttpCall = http[name];
  const callers = new WeakMap<FastifyRequest, { caller: M | null; atMs: number }>();
  // Each name is a method and a path.
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
          : { security: call.access === 'optional' ? [{}, { bearer: [] }] : [{ bearer: [] }] }),
        ...(call.params ? { params: call.params } : {}),
        ...(call.query ? { querystring: call.query } : {}),
        ...(call.body ? { body: call.bytesMax === undefined ? call.body : octets(call.body) } : {}),
        response: { [status]: call.answer, '4xx': ErrorBody, '5xx': ErrorBody },
      },
      attachValidation: true,
      ...(url === alias && method === 'GET' ? { onRequest: pageOrCall } : {}),
      ...(call.bytesMax === undefined ? {} : { bodyLimit: call.bytesMax }),
      ...(method === 'GET' && !call.holdsSecret ? { onSend: compressAnswer } : {}),
      config: {
        bodyOptional: call.body === undefined || call.bodyOptional === true,
        acceptsBytes: call.bytesMax !== undefined,
        checksSession: call.access !== 'public',
        workMs: (query) => workMsOf(name, query),
      },
      // Before the body is read: its type, length and content are refused to callers only.
      preParsing: async (request, reply) => {
        const caller = await identify(call, request, authenticate);
        if (!caller.ok) return sendError(reply, caller.error);
        callers.set(request, { caller: caller.value, atMs: performance.now() });
        request.memberId = caller.value?.id ?? null;
        const refused = holdBody({
          sender: String(caller.value?.id ?? networkOf(request.ip)),
          request: request.raw,
          maxBytes: call.bytesMax ?? coreServerLimits.bodyMaxBytes,
          response: reply.raw,
        });
        if (refused) return sendError(reply, refused.error);
      },
      preValidation: async (request) => {
        if (call.bodyOptional) request.body ??= {};
        if (call.bytesMax !== undefined) request.body ??= new Uint8Array();
      },
      handler: async (request, reply) => {
        const { caller = null, atMs = 0 } = callers.get(request) ?? {};
        if (caller !== null && performance.now() - atMs > SLOW_BODY_MS) {
          const still = await identify(call, request, authenticate);
          if (!still.ok) return sendError(reply, still.error);
        }
        if (caller !== null && method !== 'GET') {
          const refused = await limits.spend('eventByMember', caller.id);
          if (refused) return sendError(reply, refused.error);
        }
        const validationError = request.validationError;
        if (validationError)
          return sendError(
            reply,
            validationError instanceof InvalidRequest ? validationError.appError : appError('INVALID'),
          );
        const { params, query, body } = request;
        // The schemas above have accepted them, and `identify` has checked the caller.
        const validCall = { params, query, body, member: caller, request, reply } as unknown as Call<typeof name, M>;
        const result = await handler(validCall);
        if (!result.ok) return sendError(reply, await addAlready(result.error, already[name], validCall));
        return reply
          .status(status)
          .header('Cache-Control', 'no-store')
          .send({ success: true, ...result.value });
      },
    });
  }
}

const octets = (schema: TSchema) => ({ content: { [OCTETS]: { schema } } });

async function identify<M extends Member>(
  call: HttpCall,
  request: FastifyRequest,
  authenticate: Authenticate<M>,
): Promise<Result<M | null>> {
  if (call.access === 'public') return ok(null);
  const header = request.headers.authorization;
  if (header === undefined) return call.access === 'optional' ? ok(null) : fail('UNAUTHORIZED');
  const token = bearerOf(header);
  return token === null ? fail('UNAUTHORIZED') : authenticate(token);
}
