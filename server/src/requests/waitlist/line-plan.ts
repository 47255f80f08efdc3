/** A pending request that stands in line, or is offered a seat (at place 0). */
export interface WaitlistEntry {
  id: number;
  requester_id: number;
  requester_name: string;
  place: number;
  /** null in line. */
  offered_until: Date | null;
}

interface WaitlistPlan {
  /** Offers whose time is over: these requests end. */
  lapsed: WaitlistEntry[];
  /** Who is offered a seat now, the first in line first. */
  offered: WaitlistEntry[];
  /** Who stands at another place from now on. */
  moved: (WaitlistEntry & { to: number })[];
  /** Seats that are neither taken nor held then. There is none while somebody is in line. */
  free: number;
}

/** What is to happen in a line, in the order of places, whose project has so many seats that nobody has taken. */
export function planWaitlist(line: readonly WaitlistEntry[], untaken: number, now: Date): WaitlistPlan {
  const lapsed = line.filter((entry) => hasLapsed(entry, now));
  const held = line.filter((entry) => entry.offered_until !== null && !hasLapsed(entry, now)).length;
  const waiting = line.filter(({ offered_until }) => offered_until === null);
  const offered = waiting.slice(0, Math.max(0, untaken - held));
  const moved = waiting
    .slice(offered.length)
    .map((entry, ahead) => ({ ...entry, to: ahead + 1 }))
    .filter(({ place, to }) => place !== to);
  return { lapsed, offered, moved, free: untaken - held - offered.length };
}

/** Whether an offer's time is over: nobody has to have noticed. */
const hasLapsed = ({ offered_until }: WaitlistEntry, now: Date): boolean =>
  offered_until !== null && offered_until <= now;

/** Where a pending request stands in its project's line. */
export function stageIn(
  line: readonly WaitlistEntry[],
  id: number,
  now: Date,
): 'pending' | 'in_line' | 'offered' | 'lapsed' {
  const entry = line.find((each) => each.id === id);
  if (entry === undefined) return 'pending';
  if (entry.offered_until === null) return 'in_line';
  return hasLapsed(entry, now) ? 'lapsed' : 'offered';
}
