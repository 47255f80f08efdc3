import { serverLimits } from '@sangam/shared/rules/limits';
import { afterQuietHours, nextLocalTime } from '@sangam/shared/rules/local-time';
import type { MailPace, NewsGroup } from '@sangam/shared/rules/notification-choices';
import type { Choices } from './queries.js';

/** Something new to a member. */
interface News {
  group: NewsGroup;
  /** When it came. */
  at: Date;
}

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
export function waysToTell(choices: Choices, { group, at }: News, now: Date): Ways {
  const { mail_pace, mail_off, push_off, quiet, time_zone } = choices;
  const from = (time: Date) => afterQuietHours(time > now ? time : now, quiet, time_zone);
  return {
    push: push_off.includes(group) ? null : from(at),
    mail: mail_pace === 'never' || mail_off.includes(group) ? null : from(mailAt(mail_pace, at, time_zone)),
  };
}
