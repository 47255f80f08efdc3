import { waitRemindersAt } from '@sangam/shared/requests/deadline';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { requestServerLimits } from '@sangam/shared/requests/limits';
import { transactAs } from '../../contact/contact.js';
import type { ActDeps } from '../../platform/db/transaction.js';
import { untilAfter } from '../../platform/lib/deadline.js';
import type { Member } from '../../platform/lib/member.js';
import { ok, type Result } from '../../platform/lib/result.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import { presentJoinRequest } from '../join-requests/present.js';
import * as queries from '../join-requests/queries.js';
import { keyOf } from '../kinds/notifications.js';
import { extendWait, findRemindersSent } from '../waitlist/queries.js';
import { addWaitChecks, publishWaitlist } from '../waitlist/waitlist.js';
import { openAsRequester } from './open.js';

/**
 * Extends the time on the waitlist of a member who is still interested. NOT_ON_WAITLIST, ALREADY_DECIDED, and WAITLIST_LAPSED once the time
 * is over.
 */
export type Stay = (member: Member, id: number) => Promise<Result<JoinRequest>>;

export function createStay({ db, bus, clock }: ActDeps): Stay {
  return (member, id) =>
    transactAs({ db, bus, userId: member.id }, async (trx, publish) => {
      const opened = await openAsRequester(trx, publish, { member, id, act: 'stay', clock });
      if (!opened.ok) return opened;
      const { change, waitlist } = opened.value;
      const { project, at } = change;
      const wasReminded = (await findRemindersSent(trx, id)) > 0;
      const waitsUntil = untilAfter(at, requestServerLimits.waitMs);
      const updatedRows = [await extendWait(trx, id, waitsUntil)];
      await addWaitChecks(trx, publish, [id], new Date(waitRemindersAt(waitsUntil.getTime())[0]));
      publishWaitlist(publish, project, { waitlist, updatedRows });
      // Deleted, not marked as read, so that the next reminder is a new notification.
      const dropped = wasReminded ? [{ user_id: member.id, key: keyOf('request', id) }] : [];
      await updateNotifications(trx, publish, { dropped }, at);
      return ok(presentJoinRequest(await queries.findJoinRequest(trx, id)));
    });
}
