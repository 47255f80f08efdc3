import { afterQuietHours, type Hours } from '../core/local-time.js';
import type { NewsGroup } from './notification-choices.js';
import { newsKindOf } from './notification-kinds.js';

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
