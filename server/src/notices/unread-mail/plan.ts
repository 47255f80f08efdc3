import { createHash } from 'node:crypto';
import { noticeServerLimits } from '@sangam/shared/notices/limits';
import { mailedAt, mailWaits } from '@sangam/shared/notices/mail-delay';
import { noticeKindOf } from '@sangam/shared/notices/notification-kinds';
import type { Trx } from '../../platform/db/database.js';
import { type ActDeps, type Publish, transact } from '../../platform/db/transaction.js';
import { ok, type Result } from '../../platform/lib/result.js';
import { type Choices, choicesOf } from '../choices/queries.js';
import type { MailState, Sending, UnmailedRow, Versions } from './queries.js';
import * as queries from './queries.js';
import { addUnreadMail } from './schedule.js';

/** The interval of checks while a member is online. */
export const ONLINE_CHECK_MS = 5 * 60_000;

/** The topics of a mail that is due now, or the time of the next check; null: when something new arrives. */
type Plan = { mail: Versions } | { checkAt: Date | null };

interface PlanInput {
  choices: Choices;
  lastMailAt: Date | null;
  isOnline: boolean;
  unmailed: readonly UnmailedRow[];
}

/**
 * Decides when unread items are mailed. Once the first is old enough, all of them go into one mail, unless the last mail was sent recently
 * or the member is online.
 */
export function planMail({ choices, lastMailAt, isOnline, unmailed }: PlanInput, now: Date): Plan {
  const mailable = unmailed.flatMap((row) => {
    const mailAt = mailedAt(choices, row, now);
    return mailAt === null ? [] : [{ ...row, mailMs: mailAt.getTime() }];
  });
  if (mailable.length === 0 || choices.mail_pace === 'never') return { checkAt: null };
  // A last mail in the future was sent while the database's clock was ahead.
  const isKnown = lastMailAt !== null && lastMailAt <= now;
  const allowedMs = isKnown ? lastMailAt.getTime() + mailWaits[choices.mail_pace].apartMs : 0;
  const dueMs = Math.max(allowedMs, Math.min(...mailable.map(({ mailMs }) => mailMs)));
  if (dueMs > now.getTime()) return { checkAt: new Date(dueMs) };
  if (isOnline) return { checkAt: new Date(now.getTime() + ONLINE_CHECK_MS) };
  return { mail: Object.fromEntries(mailable.map(({ topic, version }) => [topic, version])) };
}

/** The most topics in one mail. */
const TOPICS_MAX = 50;

/**
 * Returns the key of a mail about these items, for its Message-ID. A mail that is planned again with the same items gets the same key, so
 * mailboxes can drop the duplicate.
 */
function keyOf(userId: number, versions: Versions): string {
  const items = Object.entries(versions).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([userId, items]))
    .digest('base64url');
}

/** A member's mails of one part: those about outcomes, or all others. */
type Part = Pick<Sending, 'versions' | 'isAboutOutcomes'>;

/** A member's next mail. Its items are stored before it is sent, so that a retry sends the same mail. */
interface MailPlans {
  /** Stores and returns the mail that is due now; if none is, schedules the next check and returns null. */
  begin(userId: number, isOnline: boolean): Promise<Result<Sending | null>>;
  /** Stores that a mail was sent or no longer needed, and schedules a check for items received in the meantime. */
  end(userId: number, sending: Sending, isSent: boolean): Promise<Result<null>>;
}

export function createMailPlans({ db, bus, clock }: ActDeps): MailPlans {
  /** Returns the items that are due now; if none are, schedules the next check. */
  const check = async (
    trx: Trx,
    publish: Publish,
    userId: number,
    { state, isOnline }: { state: MailState; isOnline: boolean },
  ): Promise<Part | null> => {
    const since = new Date(clock.nowMs() - noticeServerLimits.noticesMailedWithinMs);
    const unmailed = await queries.findUnmailed(trx, userId, { mailedVersions: state.told, since, max: TOPICS_MAX });
    const choices = await choicesOf(trx, userId);
    let checkAt: Date | null = null;
    for (const isAboutOutcomes of [true, false]) {
      const lastMailAt = isAboutOutcomes ? state.outcomes_mailed_at : state.mailed_at;
      const unmailedOfPart = unmailed.filter(
        ({ kind }) => (noticeKindOf(kind).group === 'outcomes') === isAboutOutcomes,
      );
      const plan = planMail({ choices, lastMailAt, isOnline, unmailed: unmailedOfPart }, clock.now());
      if ('mail' in plan) return { versions: plan.mail, isAboutOutcomes };
      if (checkAt === null || (plan.checkAt !== null && plan.checkAt < checkAt)) checkAt = plan.checkAt;
    }
    if (checkAt !== null) await addUnreadMail(trx, publish, userId, checkAt);
    return null;
  };

  return {
    begin: (userId, isOnline) =>
      transact(db, bus, async (trx, publish) => {
        const state = await queries.lockState(trx, userId);
        if (state.sending !== null && state.sending_key !== null)
          return ok<Sending | null>({
            key: state.sending_key,
            versions: state.sending,
            isAboutOutcomes: state.sending_outcomes,
          });
        const duePart = await check(trx, publish, userId, { state, isOnline });
        if (duePart === null) return ok(null);
        const sending = { key: keyOf(userId, duePart.versions), ...duePart };
        await queries.setSending(trx, userId, sending);
        return ok<Sending | null>(sending);
      }),
    end: (userId, { versions, isAboutOutcomes }, isSent) =>
      transact(db, bus, async (trx, publish) => {
        const state = await queries.lockState(trx, userId);
        const told = { ...(await queries.findStillUnread(trx, userId, state.told)), ...versions };
        const { mailed_at, outcomes_mailed_at } = state;
        const times = {
          mailed_at: isSent && !isAboutOutcomes ? clock.now() : mailed_at,
          outcomes_mailed_at: isSent && isAboutOutcomes ? clock.now() : outcomes_mailed_at,
        };
        await queries.setTold(trx, userId, { told, ...times });
        const after = { state: { ...state, told, ...times }, isOnline: false };
        const dueItems = await check(trx, publish, userId, after);
        if (dueItems !== null) await addUnreadMail(trx, publish, userId, clock.now());
        return ok(null);
      }),
  };
}
