import { afterQuietHours, type Hours, nextLocalTime } from '../core/local-time.js';
import { noticeServerLimits } from './limits.js';
import { type NewsGroup, newsGroups, newsKindOf } from './notification-kinds.js';

/** Whose message it is, or which project it is about; null for neither. */
export type About = { member_id: number } | { project_id: number | null };

/** Something new to a member. */
export interface News {
  /** One of newsKinds, or one that only newer servers know. */
  kind: string;
  about: About;
  /** When it came. */
  at: Date;
}

/** What a member chose of how devices tell them. */
export interface DeviceChoices {
  push_off: readonly NewsGroup[];
  quiet: Hours | null;
  time_zone: string;
  muted_member_ids: readonly number[];
  muted_project_ids: readonly number[];
}

/** Open pages tell at once, pushes so much later: what was read on an open page by then is shown on no device. */
export const PUSHED_AFTER_MS = 5_000;

type Mutes = Pick<DeviceChoices, 'muted_member_ids' | 'muted_project_ids'>;

/** Whether a member wants to hear nothing of this. It stands in their lists and counts there all the same. */
export const isMuted = ({ muted_member_ids, muted_project_ids }: Mutes, about: About): boolean =>
  'member_id' in about
    ? muted_member_ids.includes(about.member_id)
    : about.project_id !== null && muted_project_ids.includes(about.project_id);

/** From when on the member's devices may tell them, not before `now`; null: not at all. Open pages and pushes both ask it. */
export function devicesToldAt(choices: DeviceChoices, { kind, about, at }: News, now: Date): Date | null {
  if (choices.push_off.includes(newsKindOf(kind).group) || isMuted(choices, about)) return null;
  return afterQuietHours(at > now ? at : now, choices.quiet, choices.time_zone);
}

/** How long something is unread before it is mailed. `daily`: in the morning. */
export const mailPaces = ['at_once', 'quarter_hour', 'hourly', 'daily', 'never'] as const;
export type MailPace = (typeof mailPaces)[number];

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
