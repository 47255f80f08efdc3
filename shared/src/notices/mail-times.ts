import { afterQuietHours, nextLocalTime } from '../core/local-time.js';
import { type DeviceChoices, isMuted, type News } from './channels.js';
import { noticeServerLimits } from './limits.js';
import { type MailPace, type NewsGroup, newsGroups } from './notification-choices.js';
import { newsKindOf } from './notification-kinds.js';

/** What a member chose of how they are told at all. */
export interface TellingChoices extends DeviceChoices {
  mail_pace: MailPace;
  mail_off: readonly NewsGroup[];
}

/** How long something is unread before it is mailed, and how long it is from one mail to the next. */
type MailWait = { apartMs: number } & (
  | { afterMs: number }
  /** The next time that clocks show so many minutes since midnight; what ends soon waits for no morning. */
  | { atMinutes: number; endsSoonAfterMs: number }
);

/** When what is unread is mailed, by what the member chose. */
export const mailWaits: Record<Exclude<MailPace, 'never'>, MailWait> = {
  // Who wants mails at once is at their tab now and then: what they read there is not mailed.
  at_once: { afterMs: 10_000, apartMs: noticeServerLimits.hastyMailsApartMs },
  quarter_hour: { afterMs: noticeServerLimits.mailedAfterMs, apartMs: noticeServerLimits.mailsApartMs },
  hourly: { afterMs: noticeServerLimits.mailsApartMs, apartMs: noticeServerLimits.mailsApartMs },
  daily: {
    atMinutes: 8 * 60,
    endsSoonAfterMs: noticeServerLimits.mailsApartMs,
    apartMs: noticeServerLimits.mailsApartMs,
  },
};

/** When something that came at `at` is old enough to be mailed. */
function oldEnoughAt(pace: Exclude<MailPace, 'never'>, { kind, at }: Pick<News, 'kind' | 'at'>, zone: string): Date {
  const wait = mailWaits[pace];
  const later = (ms: number) => new Date(at.getTime() + ms);
  if ('afterMs' in wait) return later(wait.afterMs);
  const next = nextLocalTime(at, wait.atMinutes, zone);
  const soon = later(wait.endsSoonAfterMs);
  return newsKindOf(kind).endsSoon && soon < next ? soon : next;
}

/** From when on a mail may tell it, not before `now`; null: none does. */
export function mailedAt(choices: TellingChoices, news: News, now: Date): Date | null {
  const { mail_pace, mail_off, quiet, time_zone } = choices;
  if (mail_pace === 'never' || mail_off.includes(newsKindOf(news.kind).group) || isMuted(choices, news.about))
    return null;
  const at = oldEnoughAt(mail_pace, news, time_zone);
  return afterQuietHours(at > now ? at : now, quiet, time_zone);
}

/** When something of this kind that comes at `at` may be mailed, and what waits beside it, whatever it is about; null: nothing is. */
export function soonestMailAt(choices: TellingChoices, news: Pick<News, 'kind' | 'at'>): Date | null {
  const { mail_pace, mail_off, quiet, time_zone } = choices;
  if (mail_pace === 'never' || newsGroups.every((group) => mail_off.includes(group))) return null;
  return afterQuietHours(oldEnoughAt(mail_pace, news, time_zone), quiet, time_zone);
}
