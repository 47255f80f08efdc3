import type { TeamHours, TeamHoursMember } from '@sangam/shared/app/team-hours';

/** A team's hours as shown to one of its members. */
interface TeamTimes {
  /** The members whose hours count. */
  entered: readonly TeamHoursMember[];
  /** Whether the reader is among `entered`. */
  isIn: boolean;
  /** Says why there is no best time; null if there is one. */
  problem: string | null;
  /** Members other than the reader who have entered no hours. */
  missing: readonly TeamHoursMember[];
}

export function teamTimesOf({ members, times, best }: TeamHours, me: number): TeamTimes {
  const entered = members.filter(({ has_hours }) => has_hours);
  const isIn = entered.some(({ id }) => id === me);
  return {
    entered,
    isIn,
    problem: problem(),
    missing: members.filter(({ id, has_hours }) => !has_hours && id !== me),
  };

  function problem(): string | null {
    if (entered.length < 2) return 'Once two of you have entered free hours, you’ll see here when you can meet.';
    const share = isIn ? 'You share' : 'The others share';
    if (times.length === 0) return `${share} no free time in the next 7 days.`;
    return best.length === 0 ? `${share} no free time during the day in the next 7 days.` : null;
  }
}

/** Mentions members of a team and asks them to enter their free hours at `url`. */
export const hoursQuestion = (members: readonly { name: string }[], url: string): string =>
  `${members.map(({ name }) => `@${name}`).join(', ')}: enter your free hours, and we’ll see when we can all meet: ${url}`;

/** Says how many members of a team are free: "2 of 3 are free". */
export function freeCountWords(free: number, all: number): string {
  if (free < all) return `${free} of ${all} are free`;
  return all === 2 ? 'Both are free' : `All ${all} are free`;
}
