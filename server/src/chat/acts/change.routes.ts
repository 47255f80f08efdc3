import type { RateLimits } from '../../platform/lib/rate-limits.js';
import { ok, type Result } from '../../platform/lib/result.js';

/** Which message the address of a call names: of the conversation with this member, the one of that number. */
interface Params {
  userId: number;
  seq: number;
}

/** How a call acts on a message: it spends a point of the member's limit, then does the act on the message that its address names. */
export const changing =
  (limits: RateLimits) =>
  async <A extends object, T>(
    member: { id: number },
    { userId, seq }: Params,
    body: A,
    act: (userId: number, act: A & { user_id: number; seq: number }) => Promise<Result<T>>,
  ) => {
    const refused = await limits.take('changeByMember', member.id);
    if (refused) return refused;
    const changed = await act(member.id, { user_id: userId, seq, ...body });
    return changed.ok ? ok({ data: changed.value }) : changed;
  };
