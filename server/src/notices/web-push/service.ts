import { ECDH } from 'node:crypto';
import type { CallAnswer, CallBody } from '@sangam/shared/app/calls';
import { noticeServerLimits } from '@sangam/shared/notices/limits';
import type { Sessions } from '../../people/people.js';
import { type ActDeps, transact } from '../../platform/db/transaction.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import type { WebPushNetwork } from './network.js';
import * as queries from './subscriptions.queries.js';

type State = CallAnswer<'GET /api/push'>['data'];

/** The push subscription of a session's device. Each call returns the new state. */
export interface WebPushService {
  get(member: Member): Promise<State>;
  /**
   * Subscribes the device and makes the session a remembered one. INVALID for an endpoint that is not https or not public, and for a key
   * that can't be used to encrypt.
   */
  put(member: Member, body: CallBody<'PUT /api/push'>): Promise<Result<State>>;
  delete(member: Member): Promise<State>;
}

export function createWebPushService(
  deps: ActDeps & {
    publicKey: string;
    network: WebPushNetwork;
    sessions: Pick<Sessions, 'remember'>;
  },
): WebPushService {
  const { db, bus, clock, publicKey, network, sessions } = deps;
  const get = async ({ sessionId }: Member): Promise<State> => ({
    key: publicKey,
    subscription: (await queries.findSubscription(db, sessionId)) ?? null,
    is_remembered: await queries.isRemembered(db, sessionId),
  });
  return {
    get,
    async put(member, body) {
      const { endpoint } = body;
      if (!URL.canParse(endpoint) || !network.allows(new URL(endpoint)))
        return fail('INVALID', { message: 'The endpoint isn’t the address of a push service.' });
      if (!isPublicKey(body.p256dh)) return invalid([{ field: 'p256dh', message: 'This isn’t valid.' }]);
      const row = { ...body, user_id: member.id, session_id: member.sessionId, created_at: clock.now() };
      const remembered = await transact(db, bus, async (trx) => {
        const device = { session_id: member.sessionId, ...body };
        if (await queries.renewSubscription(trx, device)) return sessions.remember(trx, member);
        await queries.lockSubscriptions(trx);
        // Another request may have subscribed while this one waited for the lock.
        if (!(await queries.renewSubscription(trx, device)))
          await queries.putSubscription(trx, row, noticeServerLimits.webPushDevicesMax);
        // Otherwise its pushes would end with the session after a day.
        return sessions.remember(trx, member);
      });
      return remembered.ok ? ok({ ...(await get(member)), session: remembered.value }) : remembered;
    },
    async delete(member) {
      await queries.deleteSubscriptions(db, [member.sessionId]);
      return get(member);
    },
  };
}

/** Whether these bytes are a point of the curve. With any other key, each push would fail. */
function isPublicKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}
