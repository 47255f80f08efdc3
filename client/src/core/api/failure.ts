import type { ErrorBody } from '@sangam/shared/core/errors';
import type { ServerError } from './errors';

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'code' in body && 'message' in body && typeof body.message === 'string';

/** Turns an answer that is not a success into an `ApiError`, also when something in between answered for the server. */
export function readFailure(response: Response, body: unknown): ServerError {
  const retryAfterS = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const wait = Number.isFinite(retryAfterS) ? { retryAfterS } : {};
  if (isErrorBody(body)) {
    return {
      kind: 'server',
      status: response.status,
      code: body.code,
      message: body.message,
      ...(body.errors ? { errors: body.errors } : {}),
      ...(body.until ? { until: body.until } : {}),
      ...wait,
    };
  }
  // A page where JSON should be, a gateway that does not reach the server: it may be there in a moment.
  const elsewhere = response.ok || response.status > 500;
  return {
    kind: 'server',
    status: response.ok ? 502 : response.status,
    code: elsewhere ? 'BUSY' : 'INTERNAL',
    // Nobody who knows has spoken: the screen says what failed.
    message: '',
    ...wait,
  };
}
