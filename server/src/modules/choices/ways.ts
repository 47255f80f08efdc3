import { serverLimits } from '@sangam/shared/rules/limits';
import { afterQuietHours, nextLocalTime } from '@sangam/shared/rules/local-time';
import { type MailPace, newsGroups } from '@sangam/shared/rules/notification-choices';
import { devicesToldAt, isMuted, type News } from '@sangam/shared/rules/ways-to-tell';
import type { Choices } from './queries.js';

/** From when on something may be told by each way; null: not by this one. */
interface Ways {
  push: Date | null;
  mail: Date | null;
}

const MORNING_MINUTES = 8 * 60;
/** Who wants mails at once is at their tab now and then: what they read there is not mailed. */
const AT_ONCE_AFTER_MS = 10_000;

/** When something that came at `at` is old enough to be mailed. */
function mailAt(pace: Exclude<MailPace, 'never'>, at: Date, zone: string): Date {
  if (pace === 'daily') return nextLocalTime(at, MORNING_MINUTES, zone);
  const afterMs = {
    at_once: AT_ONCE_AFTER_MS,
    quarter_hour: serverLimits.mailedAfterMs,
    hourly: serverLimits.mailsApartMs,
  };
  return new Date(at.getTime() + afterMs[pace]);
}

/** By which ways a member is told of something, and when, not before `now`: all that tells them asks here. */
export function waysToTell(choices: Choices, news: News, now: Date): Ways {
  const { mail_pace, mail_off, quiet, time_zone } = choices;
  const isMailed = mail_pace !== 'never' && !mail_off.includes(news.group) && !isMuted(choices, news.about);
  const mailed = isMailed ? mailAt(mail_pace, news.at, time_zone) : null;
  return {
    push: devicesToldAt(choices, news, now),
    mail: mailed && afterQuietHours(mailed > now ? mailed : now, quiet, time_zone),
  };
}

/** When the first of something that comes at `at` may be mailed, whatever it is; null: nothing is. */
export function soonestMailAt({ mail_pace, mail_off, quiet, time_zone }: Choices, at: Date): Date | null {
  if (mail_pace === 'never' || newsGroups.every((group) => mail_off.includes(group))) return null;
  return afterQuietHours(mailAt(mail_pace, at, time_zone), quiet, time_zone);
}
