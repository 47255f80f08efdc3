import type { IncomingMessage } from 'node:http';
import { type ErrorBody, type ErrorCode, errorCodes } from '@sangam/shared/core/errors';
import { fieldsOf } from '@sangam/shared/core/keys-of';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '../db/pg-errors.js';
import { errorCode } from '../lib/error-code.js';
import { type AppError, appError } from '../lib/result.js';
import { OCTETS } from './bodies.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set after authentication; null for visitors. */
    memberId: number | null;
  }
}

const DEFAULT_RETRY_S = 1;

/** Sends the error envelope. Its message is ours, never one from a driver or library. */
export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  const { status } = errorCodes[error.code];
  if (status === 429 || status === 503) void reply.header('Retry-After', String(error.retryAfterS ?? DEFAULT_RETRY_S));
  // The route's pattern, because the URL itself may contain a code.
  if (status === 401 || status === 403 || status === 429) {
    const { method, ip, routeOptions, memberId } = reply.request;
    const refused = { code: error.code, method, route: routeOptions.url, address: ip };
    reply.request.log.info(memberId === null ? refused : { ...refused, member: memberId }, 'refused');
  }
  const body: ErrorBody = {
    success: false,
    message: error.message,
    code: error.code,
    ...(error.fields ? { errors: error.fields } : {}),
    ...(error.until ? { until: error.until.toISOString() } : {}),
    ...(error.ownDataToken ? { own_data_token: error.ownDataToken } : {}),
    ...(error.already ? { already: error.already } : {}),
    request_id: reply.request.id,
  };
  return reply
    .status(status)
    .header('Cache-Control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((value: unknown) => JSON.stringify(value))
    .send(body);
}

const libraryCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_EMPTY_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MALFORMED',
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MALFORMED',
  FST_ERR_BAD_URL: 'MALFORMED',
  FST_ERR_MAX_PARAM_LENGTH: 'INVALID',
  FST_ERR_REQ_INVALID_VALIDATION_INVOCATION: 'INVALID',
};

/** Maps anything thrown while serving a request to a code of the closed list. */
export function toAppError(error: unknown): AppError {
  const code = libraryCodes[errorCode(error) ?? ''];
  if (code) return appError(code);
  if (isUnavailable(error)) return appError('BUSY');
  const { statusCode } = fieldsOf(error);
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) return appError('MALFORMED');
  return appError('INTERNAL');
}

/** Gives every failure the same shape, unknown paths and methods included. */
export function registerErrorHandling(app: FastifyInstance): void {
  app.decorateRequest('memberId', null);
  app.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    if (hasHungUp(request.raw)) return sendError(reply, appError('MALFORMED'));
    const knownError = toAppError(error);
    if (errorCodes[knownError.code].status >= 500) request.log.error({ err: error }, 'a request failed');
    const needsBytes = knownError.code === 'UNSUPPORTED_MEDIA_TYPE' && request.routeOptions.config.acceptsBytes;
    return sendError(
      reply,
      needsBytes ? appError(knownError.code, { message: `The request must be ${OCTETS}.` }) : knownError,
    );
  });
}

/** Answers requests that Fastify refuses before routing: an unreadable URL, or a parameter that is too long. */
export const answerFrameworkError = (error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void =>
  void sendError(reply, toAppError(error));

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const;

/** Sends 404 for an unknown path; 405 with `Allow` for a known path with another method. */
export function sendNotFound(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const url = request.url.split('?')[0] ?? '/';
  const matching = METHODS.filter((method) => method !== request.method && matches(app, method, url));
  if (matching.length === 0) return sendError(reply, appError('NOT_FOUND'));
  return sendError(reply.header('Allow', matching.join(', ')), appError('METHOD_NOT_ALLOWED'));
}

const routesOf = new WeakMap<FastifyInstance, { method: string; pattern: RegExp }[]>();

/** Records every route, to tell a wrong method from a wrong path. Call before the first route. */
export function rememberRoutes(app: FastifyInstance): void {
  const routes: { method: string; pattern: RegExp }[] = [];
  routesOf.set(app, routes);
  app.addHook('onRoute', ({ method, url }) => {
    if (url.includes('*')) return;
    const pattern = new RegExp(`^${url.replace(/:[^/]+/gu, '[^/]+')}/?$`, 'u');
    for (const verb of [method].flat()) routes.push({ method: verb, pattern });
  });
}

const matches = (app: FastifyInstance, method: string, url: string): boolean =>
  (routesOf.get(app) ?? []).some((route) => route.method === method && route.pattern.test(url));

/** Whether the client disconnected during its request. It is not the server's fault, and the answer goes unread. */
export const hasHungUp = (request: IncomingMessage): boolean => request.readableAborted;
