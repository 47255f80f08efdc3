import { keysOf } from '@sangam/shared/core/keys-of';
import type { NoticeGroup } from '@sangam/shared/notices/notification-kinds';
import { findRecipient, isInactiveMember, type PresenceService } from '../../people/people.js';
import type { ActDeps } from '../../platform/db/transaction.js';
import { EMAILS_AT_ONCE, type Mailer, wasRefused } from '../../platform/email/mailer.js';
import { type JobHandler, jobHandler } from '../../platform/jobs/jobs.js';
import { choicesOf } from '../choices/queries.js';
import { findUnread } from '../unread-changes/unread-words.js';
import { composeUnreadEmail } from './email-text.js';
import { createEmailPlans } from './plan.js';
import type { Sending } from './queries.js';
import * as queries from './queries.js';
import { unreadEmail } from './schedule.js';

/** Emails a member's unread items when they are due. An email that the mail server refused is planned again. */
export function unreadEmailHandler(
  deps: ActDeps & {
    mailer: Mailer;
    publicUrl: string;
    presence: Pick<PresenceService, 'current'>;
    /** The one-click unsubscribe link. */
    unsubscribeLink: (userId: number, groups: readonly NoticeGroup[]) => string;
  },
): JobHandler {
  const { db, clock, mailer, publicUrl, presence, unsubscribeLink } = deps;
  const plans = createEmailPlans(deps);

  const send = async (userId: number, { key, versions }: Sending): Promise<boolean> => {
    const reader = await findRecipient(db, userId);
    const found = [];
    const now = clock.now();
    for (const topic of keysOf(versions)) found.push((await findUnread(db, userId, topic, now)) ?? []);
    const unread = found.flat();
    // Everything may have been read in the meantime.
    if (reader === undefined || unread.length === 0 || (await isInactiveMember(db, userId))) return false;
    const { mail_shows_text, time_zone } = await choicesOf(db, userId);
    const link = (groups: readonly NoticeGroup[]) => unsubscribeLink(userId, groups);
    const options = { publicUrl, showsText: mail_shows_text, timeZone: time_zone, link };
    return mailer.send(composeUnreadEmail(reader, unread, options), key);
  };

  return jobHandler(
    unreadEmail,
    async ({ user_id }) => {
      const { is_online } = await presence.current(user_id);
      const planned = await plans.begin(user_id, is_online);
      if (!planned.ok || planned.value === null) return;
      const sending = planned.value;
      let isSent: boolean;
      try {
        isSent = await send(user_id, sending);
      } catch (error) {
        if (wasRefused(error)) await queries.endSending(db, user_id, sending.key);
        throw error;
      }
      await plans.end(user_id, sending, isSent);
    },
    { atOnce: EMAILS_AT_ONCE },
  );
}
