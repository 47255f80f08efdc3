import { createHash } from 'node:crypto';
import { emailedAt, emailWaits } from '@sangam/shared/notices/email-delay';
import { noticeServerLimits } from '@sangam/shared/notices/limits';
import { noticeKindOf } from '@sangam/shared/notices/notification-kinds';
import type { Trx } from '../../platform/db/database.js';
import { type ActDeps, type Publish, transact } from '../../platform/db/transaction.js';
import { ok, type Result } from '../../platform/lib/result.js';
import { type Choices, choicesOf } from '../choices/queries.js';
import type { EmailState, NotEmailed, Sending, Versions } from './queries.js';
import * as queries from './queries.js';
import { addUnreadEmail } from './schedule.js';

/** The interval of checks while a member is online. */
export const ONLINE_CHECK_MS = 5 * 60_000;

/** The topics of an email that is due now, or the time of the next check; null: when something new arrives. */
type Plan = { email: Versions } | { checkAt: Date | null };

interface PlanInput {
  choices: Choices;
  lastEmailAt: Date | null;
  isOnline: boolean;
  notEmailed: readonly NotEmailed[];
}

/**
 * Decides when unread items are emailed. Once the first is old enough, all of them go into one email, unless the last email was sent recently
 * or the member is online.
 */
export function planEmail({ choices, lastEmailAt, isOnline, notEmailed }: PlanInput, now: Date): Plan {
  const emailable = notEmailed.flatMap((row) => {
    const emailAt = emailedAt(choices, row, now);
    return emailAt === null ? [] : [{ ...row, emailMs: emailAt.getTime() }];
  });
  if (emailable.length === 0 || choices.mail_pace === 'never') return { checkAt: null };
  // A last email in the future was sent while the database's clock was ahead.
  const isKnown = lastEmailAt !== null && lastEmailAt <= now;
  const allowedMs = isKnown ? lastEmailAt.getTime() + emailWaits[choices.mail_pace].apartMs : 0;
  const dueMs = Math.max(allowedMs, Math.min(...emailable.map(({ emailMs }) => emailMs)));
  if (dueMs > now.getTime()) return { checkAt: new Date(dueMs) };
  if (isOnline) return { checkAt: new Date(now.getTime() + ONLINE_CHECK_MS) };
  return { email: Object.fromEntries(emailable.map(({ topic, version }) => [topic, version])) };
}

/** The most topics in one email. */
const TOPICS_MAX = 50;

/**
 * Returns the key of an email about these items, for its Message-ID. An email that is planned again with the same items gets the same key, so
 * mailboxes can drop the duplicate.
 */
function keyOf(userId: number, versions: Versions): string {
  const items = Object.entries(versions).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([userId, items]))
    .digest('base64url');
}

/** A member's emails of one part: those about outcomes, or all others. */
type Part = Pick<Sending, 'versions' | 'isAboutOutcomes'>;

/** A member's next email. Its items are stored before it is sent, so that a retry sends the same email. */
interface EmailPlans {
  /** Stores and returns the email that is due now; if none is, schedules the next check and returns null. */
  begin(userId: number, isOnline: boolean): Promise<Result<Sending | null>>;
  /** Stores that an email was sent or no longer needed, and schedules a check for items received in the meantime. */
  end(userId: number, sending: Sending, isSent: boolean): Promise<Result<null>>;
}

export function createEmailPlans({ db, bus, clock }: ActDeps): EmailPlans {
  /** Returns the items that are due now; if none are, schedules the next check. */
  const check = async (
    trx: Trx,
    publish: Publish,
    userId: number,
    { state, isOnline }: { state: EmailState; isOnline: boolean },
  ): Promise<Part | null> => {
    const since = new Date(clock.nowMs() - noticeServerLimits.noticesEmailedWithinMs);
    const notEmailed = await queries.findNotEmailed(trx, userId, {
      emailedVersions: state.told,
      since,
      max: TOPICS_MAX,
    });
    const choices = await choicesOf(trx, userId);
    let checkAt: Date | null = null;
    for (const isAboutOutcomes of [true, false]) {
      const lastEmailAt = isAboutOutcomes ? state.outcomes_mailed_at : state.mailed_at;
      const notEmailedOfPart = notEmailed.filter(
        ({ kind }) => (noticeKindOf(kind).group === 'outcomes') === isAboutOutcomes,
      );
      const plan = planEmail({ choices, lastEmailAt, isOnline, notEmailed: notEmailedOfPart }, clock.now());
      if ('email' in plan) return { versions: plan.email, isAboutOutcomes };
      if (checkAt === null || (plan.checkAt !== null && plan.checkAt < checkAt)) checkAt = plan.checkAt;
    }
    if (checkAt !== null) await addUnreadEmail(trx, publish, userId, checkAt);
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
        if (dueItems !== null) await addUnreadEmail(trx, publish, userId, clock.now());
        return ok(null);
      }),
  };
}
