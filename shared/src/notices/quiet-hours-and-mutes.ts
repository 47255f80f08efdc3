import { minuteMs } from '../core/limits.js';
import { nextLocalTime, offsetAt } from '../core/local-time.js';
import { type About, type NoticeFacts, type NoticeGroup, noticeKindOf } from './notification-kinds.js';

const DAY_MINUTES = 1_440;

/** Minutes since midnight. */
interface Hours {
  from: number;
  until: number;
}

/** A member's choices about notifications on devices. */
export interface DeviceChoices {
  push_off: readonly NoticeGroup[];
  quiet: Hours | null;
  time_zone: string;
  muted_member_ids: readonly number[];
  muted_project_ids: readonly number[];
}

/** The delay of pushes after open pages: items read on an open page in between are not pushed. */
export const PUSHED_AFTER_MS = 5_000;

/** Returns the same instant, or the end of the quiet hours that it falls into. */
export function afterQuietHours(at: Date, quiet: Hours | null, zone: string): Date {
  if (quiet === null) return at;
  const { from, until } = quiet;
  const minute = Math.floor((at.getTime() + offsetAt(zone, at.getTime())) / minuteMs) % DAY_MINUTES;
  const isQuiet = from < until ? minute >= from && minute < until : minute >= from || minute < until;
  return isQuiet ? nextLocalTime(at, until, zone) : at;
}

type Mutes = Pick<DeviceChoices, 'muted_member_ids' | 'muted_project_ids'>;

/** Muted items send no notification, but still appear and count in lists. */
export const isMuted = ({ muted_member_ids, muted_project_ids }: Mutes, about: About): boolean =>
  'member_id' in about
    ? muted_member_ids.includes(about.member_id)
    : about.project_id !== null && muted_project_ids.includes(about.project_id);

/** Returns the earliest time, not before `now`, at which devices may notify the member; null: never. For open pages and pushes. */
export function devicesNotifiedAt(choices: DeviceChoices, { kind, about, at }: NoticeFacts, now: Date): Date | null {
  if (choices.push_off.includes(noticeKindOf(kind).group) || isMuted(choices, about)) return null;
  return afterQuietHours(at > now ? at : now, choices.quiet, choices.time_zone);
}
