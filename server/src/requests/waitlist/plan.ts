/** A pending request on the waitlist, or with a seat offer (at place 0). */
export interface WaitlistEntry {
  id: number;
  requester_id: number;
  requester_name: string;
  place: number;
  /** null without a seat offer. */
  offered_until: Date | null;
}

interface WaitlistPlan {
  /** Requests whose seat offers have expired: they end. */
  lapsed: WaitlistEntry[];
  /** Requests that get a seat offer now, in the order of the waitlist. */
  offered: WaitlistEntry[];
  /** Requests that move to another place. */
  moved: (WaitlistEntry & { to: number })[];
  /** Seats that are neither taken nor reserved afterwards. There are none while anybody is on the waitlist. */
  free: number;
}

/** Plans the changes to a waitlist in the order of its places. `untaken`: the project's seats that nobody has taken, reserved or not. */
export function planWaitlist(waitlist: readonly WaitlistEntry[], untaken: number, now: Date): WaitlistPlan {
  const lapsed = waitlist.filter((entry) => hasLapsed(entry, now));
  const held = waitlist.filter((entry) => entry.offered_until !== null && !hasLapsed(entry, now)).length;
  const waiting = waitlist.filter(({ offered_until }) => offered_until === null);
  const offered = waiting.slice(0, Math.max(0, untaken - held));
  const moved = waiting
    .slice(offered.length)
    .map((entry, ahead) => ({ ...entry, to: ahead + 1 }))
    .filter(({ place, to }) => place !== to);
  return { lapsed, offered, moved, free: untaken - held - offered.length };
}

/** Whether a seat offer has expired, even if its timer hasn't run yet. */
const hasLapsed = ({ offered_until }: WaitlistEntry, now: Date): boolean =>
  offered_until !== null && offered_until <= now;

/** The stage of a pending request. */
export function stageIn(
  waitlist: readonly WaitlistEntry[],
  id: number,
  now: Date,
): 'pending' | 'in_line' | 'offered' | 'lapsed' {
  const entry = waitlist.find((each) => each.id === id);
  if (entry === undefined) return 'pending';
  if (entry.offered_until === null) return 'in_line';
  return hasLapsed(entry, now) ? 'lapsed' : 'offered';
}
