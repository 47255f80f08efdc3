import { nextLocalTime } from '../core/local-time.js';
import { noticeServerLimits } from './limits.js';
import { type NoticeFacts, type NoticeGroup, noticeGroups, noticeKindOf } from './notification-kinds.js';
import { afterQuietHours, type DeviceChoices, isMuted } from './quiet-hours-and-mutes.js';

/** How long an item stays unread before it is emailed. `daily`: in the morning. */
export const emailPaces = ['at_once', 'quarter_hour', 'hourly', 'daily', 'never'] as const;
export type EmailPace = (typeof emailPaces)[number];

/** A member's choices about notifications on devices and by email. */
export interface NotifyingChoices extends DeviceChoices {
  mail_pace: EmailPace;
  mail_off: readonly NoticeGroup[];
}

/** The delay before an item is emailed, and the least time between two emails. */
type EmailWait = { apartMs: number } & (
  | { afterMs: number }
  /** At this many minutes since midnight, local time; items that end soon do not wait for the morning. */
  | { atMinutes: number; endsSoonAfterMs: number }
);

export const emailWaits: Record<Exclude<EmailPace, 'never'>, EmailWait> = {
  // Long enough not to email what a member reads on an open page.
  at_once: { afterMs: 10_000, apartMs: noticeServerLimits.hastyEmailsApartMs },
  quarter_hour: { afterMs: noticeServerLimits.emailedAfterMs, apartMs: noticeServerLimits.emailsApartMs },
  hourly: { afterMs: noticeServerLimits.emailsApartMs, apartMs: noticeServerLimits.emailsApartMs },
  daily: {
    atMinutes: 8 * 60,
    endsSoonAfterMs: noticeServerLimits.emailsApartMs,
    apartMs: noticeServerLimits.emailsApartMs,
  },
};

/** Returns the time at which an item from `at` is old enough to be emailed. */
function oldEnoughAt(
  pace: Exclude<EmailPace, 'never'>,
  { kind, at }: Pick<NoticeFacts, 'kind' | 'at'>,
  zone: string,
): Date {
  const wait = emailWaits[pace];
  const after = (ms: number) => new Date(at.getTime() + ms);
  if ('afterMs' in wait) return after(wait.afterMs);
  const next = nextLocalTime(at, wait.atMinutes, zone);
  const soonestAt = after(wait.endsSoonAfterMs);
  return noticeKindOf(kind).endsSoon && soonestAt < next ? soonestAt : next;
}

/** Returns the earliest time, not before `now`, at which an email may include an item; null: never. */
export function emailedAt(choices: NotifyingChoices, notice: NoticeFacts, now: Date): Date | null {
  const { mail_pace, mail_off, quiet, time_zone } = choices;
  if (mail_pace === 'never' || mail_off.includes(noticeKindOf(notice.kind).group) || isMuted(choices, notice.about))
    return null;
  const at = oldEnoughAt(mail_pace, notice, time_zone);
  return afterQuietHours(at > now ? at : now, quiet, time_zone);
}

/** Returns the earliest time at which a new item of this kind may cause an email, whatever it is about; null: never. */
export function soonestEmailAt(choices: NotifyingChoices, notice: Pick<NoticeFacts, 'kind' | 'at'>): Date | null {
  const { mail_pace, mail_off, quiet, time_zone } = choices;
  if (mail_pace === 'never' || noticeGroups.every((group) => mail_off.includes(group))) return null;
  return afterQuietHours(oldEnoughAt(mail_pace, notice, time_zone), quiet, time_zone);
}
