import { randomUUID } from 'node:crypto';
import { noticeServerLimits } from '@sangam/shared/notices/limits';
import type { NewsGroup } from '@sangam/shared/notices/notification-kinds';
import type { PresenceService } from '../../people/people.js';
import { findEmail, isAway } from '../../people/people.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { type Publish, transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import { type JobHandler, jobHandler } from '../../platform/jobs/kinds.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import { ok } from '../../platform/lib/result.js';
import { MAILS_AT_ONCE } from '../../platform/mail/compose.js';
import { type Mailer, wasRefused } from '../../platform/mail/mailer.js';
import type { Topic } from '../../platform/records/topics.js';
import { type Choices, defaultChoices, findChoices } from '../choices/queries.js';
import { findUnread } from '../news/unread.js';
import { addUnreadMail, unreadMail } from './add.js';
import { composeNewsMail } from './compose.js';
import { planMail } from './plan.js';
import * as queries from './queries.js';

/** One mail counts so many topics at most. */
const TOPICS_MAX = 50;

/** A mail that may be sent, or may have been. */
interface Sending {
  key: string;
  versions: queries.Versions;
}

/**
 * Mails a member what they have not read, once it is time. What a mail tells, and its key, are noted before it is sent: an attempt
 * that dies is repeated with the same Message-ID, by which mailboxes know it. One that the mail server refused is planned anew.
 */
export function unreadMailHandler(deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  mailer: Mailer;
  publicUrl: string;
  presence: Pick<PresenceService, 'current'>;
  /** The address at which one click ends such mails. */
  unsubscribeLink: (userId: number, groups: readonly NewsGroup[]) => string;
}): JobHandler {
  const { db, bus, clock, mailer, publicUrl, presence, unsubscribeLink } = deps;
  const now = () => new Date(clock.nowMs());
  const choicesOf = async (from: Db | Trx, userId: number): Promise<Choices> =>
    (await findChoices(from, [userId])).get(userId) ?? defaultChoices;

  /** What is to be sent now, noted; null for nothing, with another look where one is due. */
  const plan = (userId: number, isOnline: boolean) =>
    transact(db, bus, async (trx, publish) => {
      const state = await queries.lockState(trx, userId);
      if (state.sending !== null && state.sending_key !== null)
        return ok<Sending | null>({ key: state.sending_key, versions: state.sending });
      const planned = await look(trx, publish, userId, { state, isOnline });
      if (planned === null) return ok(null);
      const sending = { key: randomUUID(), versions: planned };
      await queries.setSending(trx, userId, sending);
      return ok<Sending | null>(sending);
    });

  const look = async (
    trx: Trx,
    publish: Publish,
    userId: number,
    { state, isOnline }: { state: queries.MailState; isOnline: boolean },
  ): Promise<queries.Versions | null> => {
    const since = new Date(clock.nowMs() - noticeServerLimits.newsMailedWithinMs);
    const untold = await queries.findUntold(trx, userId, { told: state.told, since, max: TOPICS_MAX });
    const standing = { choices: await choicesOf(trx, userId), lastMailAt: state.mailed_at, isOnline, untold };
    const planned = planMail(standing, now());
    if ('tell' in planned) return planned.tell;
    if (planned.lookAt !== null) await addUnreadMail(trx, publish, userId, planned.lookAt);
    return null;
  };

  const send = async (userId: number, { key, versions }: Sending): Promise<boolean> => {
    const email = await findEmail(db, userId);
    const news = [];
    for (const topic of Object.keys(versions) as Topic[]) news.push((await findUnread(db, userId, topic)) ?? []);
    const unread = news.flat();
    // It was read since.
    if (email === null || unread.length === 0 || (await isAway(db, userId))) return false;
    const { mail_shows_text } = await choicesOf(db, userId);
    const link = (groups: readonly NewsGroup[]) => unsubscribeLink(userId, groups);
    await mailer.send(composeNewsMail(email, unread, { publicUrl, showsText: mail_shows_text, link }), key);
    return true;
  };

  /** Notes that a mail was sent, or that nothing was left to tell; what came meanwhile has its own look. */
  const end = (userId: number, { versions }: Sending, isSent: boolean) =>
    transact(db, bus, async (trx, publish) => {
      const state = await queries.lockState(trx, userId);
      const told = { ...(await queries.findStillUnread(trx, userId, state.told)), ...versions };
      const mailed_at = isSent ? now() : state.mailed_at;
      await queries.setTold(trx, userId, { told, mailed_at });
      const after = { state: { ...state, told, mailed_at }, isOnline: false };
      const more = await look(trx, publish, userId, after);
      if (more !== null) await addUnreadMail(trx, publish, userId, now());
      return ok(null);
    });

  return jobHandler(
    unreadMail,
    async ({ user_id }) => {
      const { is_online } = await presence.current(user_id);
      const planned = await plan(user_id, is_online);
      if (!planned.ok || planned.value === null) return;
      const sending = planned.value;
      let isSent: boolean;
      try {
        isSent = await send(user_id, sending);
      } catch (error) {
        if (wasRefused(error)) await queries.endSending(db, user_id, sending.key);
        throw error;
      }
      await end(user_id, sending, isSent);
    },
    { atOnce: MAILS_AT_ONCE },
  );
}
