import { nextLocalTime } from '../core/local-time.js';
import { noticeServerLimits } from './limits.js';
import { type NoticeFacts, type NoticeGroup, noticeGroups, noticeKindOf } from './notification-kinds.js';
import { afterQuietHours, type DeviceChoices, isMuted } from './quiet-hours-and-mutes.js';

/** How long an item stays unread before it is mailed. `daily`: in the morning. */
export const mailPaces = ['at_once', 'quarter_hour', 'hourly', 'daily', 'never'] as const;
export type MailPace = (typeof mailPaces)[number];

/** A member's choices about notifications on devices and by mail. */
export interface NotifyingChoices extends DeviceChoices {
  mail_pace: MailPace;
  mail_off: readonly NoticeGroup[];
}

/** The delay before an item is mailed, and the least time between two mails. */
type MailWait = { apartMs: number } & (
  | { afterMs: number }
  /** At this many minutes since midnight, local time; items that end soon do not wait for the morning. */
  | { atMinutes: number; endsSoonAfterMs: number }
);

export const mailWaits: Record<Exclude<MailPace, 'never'>, MailWait> = {
  // Long enough not to mail what a member reads on an open page.
  at_once: { afterMs: 10_000, apartMs: noticeServerLimits.hastyMailsApartMs },
  quarter_hour: { afterMs: noticeServerLimits.mailedAfterMs, apartMs: noticeServerLimits.mailsApartMs },
  hourly: { afterMs: noticeServerLimits.mailsApartMs, apartMs: noticeServerLimits.mailsApartMs },
  daily: {
    atMinutes: 8 * 60,
    endsSoonAfterMs: noticeServerLimits.mailsApartMs,
    apartMs: noticeServerLimits.mailsApartMs,
  },
};

/** Returns the time at which an item from `at` is old enough to be mailed. */
function oldEnoughAt(
  pace: Exclude<MailPace, 'never'>,
  { kind, at }: Pick<NoticeFacts, 'kind' | 'at'>,
  zone: string,
): Date {
  const wait = mailWaits[pace];
  const after = (ms: number) => new Date(at.getTime() + ms);
  if ('afterMs' in wait) return after(wait.afterMs);
  const next = nextLocalTime(at, wait.atMinutes, zone);
  const soonestAt = after(wait.endsSoonAfterMs);
  return noticeKindOf(kind).endsSoon && soonestAt < next ? soonestAt : next;
}

/** Returns the earliest time, not before `now`, at which a mail may include an item; null: never. */
export function mailedAt(choices: NotifyingChoices, notice: NoticeFacts, now: Date): Date | null {
  const { mail_pace, mail_off, quiet, time_zone } = choices;
  if (mail_pace === 'never' || mail_off.includes(noticeKindOf(notice.kind).group) || isMuted(choices, notice.about))
    return null;
  const at = oldEnoughAt(mail_pace, notice, time_zone);
  return afterQuietHours(at > now ? at : now, quiet, time_zone);
}

/** Returns the earliest time at which a new item of this kind may cause a mail, whatever it is about; null: never. */
export function soonestMailAt(choices: NotifyingChoices, notice: Pick<NoticeFacts, 'kind' | 'at'>): Date | null {
  const { mail_pace, mail_off, quiet, time_zone } = choices;
  if (mail_pace === 'never' || noticeGroups.every((group) => mail_off.includes(group))) return null;
  return afterQuietHours(oldEnoughAt(mail_pace, notice, time_zone), quiet, time_zone);
}
