import type { CallAnswer, CallBody, CallName, CallParams, CallQuery } from '@sangam/shared/app/calls';
import { type ErrorCode, errorCodes } from '@sangam/shared/core/errors';
import type { Member } from './lib/member.js';
import type { AppError } from './lib/result.js';

interface Call<N extends CallName> {
  params: CallParams<N>;
  query: CallQuery<N>;
  body: CallBody<N>;
}

/**
 * Returns the answer as of now if the outcome of a refused call holds already, as far as the caller may see it; otherwise null. The
 * answer to an equal call may have been lost.
 */
type Already<N extends CallName> = (
  call: Call<N> & { member: Member; code: ErrorCode },
) => Promise<Omit<CallAnswer<N>, 'success'> | null>;

/** For calls whose repetition is refused. */
export type AlreadyByCall = { [N in CallName]?: Already<N> };

/** Refusals by the state of what a call names, or by its body. Others say nothing about either. */
const byState: readonly number[] = [400, 404, 409];

/** Adds to the refusal of a member's call that its outcome holds already. It stays a refusal: of several equal calls only one succeeds. */
export async function addAlready<N extends CallName>(
  error: AppError,
  find: Already<N> | undefined,
  { params, query, body, member }: Call<N> & { member: Member | null },
): Promise<AppError> {
  if (member === null || !byState.includes(errorCodes[error.code].status)) return error;
  const already = await find?.({ params, query, body, member, code: error.code });
  return already ? { ...error, already } : error;
}
