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
 * Returns a refused call's answer as of now if its outcome is already in place, as far as the caller may see it; otherwise null. The answer
 * to an earlier equal call may have been lost.
 */
type Already<N extends CallName> = (
  call: Call<N> & { member: Member; code: ErrorCode },
) => Promise<Omit<CallAnswer<N>, 'success'> | null>;

/** For calls whose repetition is refused. */
export type AlreadyByCall = { [N in CallName]?: Already<N> };

/** The statuses of refusals that depend on the body or on the state of what the call names. Other refusals say nothing about either. */
const byState: readonly number[] = [400, 404, 409];

/**
 * Adds the answer to the refusal of a member's call if the call's outcome is already in place. It stays a refusal: of several equal calls
 * only one succeeds.
 */
export async function addAlready<N extends CallName>(
  error: AppError,
  findAlready: Already<N> | undefined,
  { params, query, body, member }: Call<N> & { member: Member | null },
): Promise<AppError> {
  if (member === null || !byState.includes(errorCodes[error.code].status)) return error;
  const already = await findAlready?.({ params, query, body, member, code: error.code });
  return already ? { ...error, already } : error;
}
