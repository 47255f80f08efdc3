import { isOver } from '../../platform/lib/deadline.js';
import type { UntakenSeats } from '../../projects/projects.js';

/** A pending request on the waitlist, or with a seat offer (at place 0). */
export interface WaitlistEntry {
  id: number;
  requester_id: number;
  requester_name: string;
  /** The role whose seats the request waits for; null for seats without a role. */
  role_id: number | null;
  place: number;
  /** Null without a seat offer. */
  offered_until: Date | null;
  /** When the time on the waitlist ends; null with a seat offer, and before it is set. */
  waits_until: Date | null;
}

interface WaitlistPlan {
  /** Requests that end, because their seat offers or time on the waitlist have expired. */
  lapsed: (WaitlistEntry & { endedBy: Lapse })[];
  /** Requests that get a seat offer now, in the order of the waitlist. */
  offered: WaitlistEntry[];
  /** Requests that move to another place, or whose time on the waitlist has no end yet. */
  moved: (WaitlistEntry & { to: number })[];
  /** Seats that are neither taken nor reserved afterwards, by role; none while anybody waits for the role. */
  free: UntakenSeats;
}

/**
 * Plans the changes to a waitlist. Its order is that of asking, not of being added by the creator. Each role, and the seats without a role,
 * have their own waitlist and places. `untakenSeats`: the project's seats that nobody has taken, reserved or not.
 */
export function planWaitlist(waitlist: readonly WaitlistEntry[], untakenSeats: UntakenSeats, now: Date): WaitlistPlan {
  const lapsed = waitlist.flatMap((entry) => {
    const endedBy = lapseOf(entry, now);
    return endedBy === null ? [] : [{ ...entry, endedBy }];
  });
  const running = runningOf(waitlist, now);
  const roles = [...new Set([...untakenSeats.keys(), ...running.map(({ role_id }) => role_id)])];
  const plans = roles.map((role) => {
    const ofRole = running.filter(({ role_id }) => role_id === role);
    return { role, ...planRole(ofRole, untakenSeats.get(role) ?? 0) };
  });
  const inOrder = <T extends WaitlistEntry>(entries: T[]) => entries.toSorted((a, b) => a.id - b.id);
  return {
    lapsed,
    offered: inOrder(plans.flatMap(({ offered }) => offered)),
    moved: inOrder(plans.flatMap(({ moved }) => moved)),
    free: new Map(plans.map(({ role, free }) => [role, free])),
  };
}

function planRole(running: readonly WaitlistEntry[], untakenSeats: number) {
  const held = running.filter(({ offered_until }) => offered_until !== null).length;
  const waiting = running.filter(({ offered_until }) => offered_until === null).toSorted((a, b) => a.id - b.id);
  const offered = waiting.slice(0, Math.max(0, untakenSeats - held));
  const moved = waiting
    .slice(offered.length)
    .map((entry, ahead) => ({ ...entry, to: ahead + 1 }))
    .filter(({ place, to, waits_until }) => place !== to || waits_until === null);
  return { offered, moved, free: untakenSeats - held - offered.length };
}

type Lapse = 'offer_lapsed' | 'waitlist_lapsed';

/** Returns why a request's time is over, even if its timer hasn't run yet; null while it isn't over. */
function lapseOf({ offered_until, waits_until }: WaitlistEntry, now: Date): Lapse | null {
  if (offered_until !== null) return isOver(offered_until, now) ? 'offer_lapsed' : null;
  return isOver(waits_until, now) ? 'waitlist_lapsed' : null;
}

/** Returns the requests whose time is not over, which count toward the waitlist's limit. */
export const runningOf = (waitlist: readonly WaitlistEntry[], now: Date): WaitlistEntry[] =>
  waitlist.filter((entry) => lapseOf(entry, now) === null);

/** Returns the error for the applicant's actions on a request at the stage `lapsed`. */
export const refusalOfLapse = (waitlist: readonly WaitlistEntry[], id: number): 'OFFER_LAPSED' | 'WAITLIST_LAPSED' =>
  waitlist.find((each) => each.id === id)?.offered_until === null ? 'WAITLIST_LAPSED' : 'OFFER_LAPSED';

/** The stage of a pending request. */
export function stageIn(
  waitlist: readonly WaitlistEntry[],
  id: number,
  now: Date,
): 'pending' | 'waitlisted' | 'offered' | 'lapsed' {
  const entry = waitlist.find((each) => each.id === id);
  if (entry === undefined) return 'pending';
  if (lapseOf(entry, now) !== null) return 'lapsed';
  return entry.offered_until === null ? 'waitlisted' : 'offered';
}
