import type { Project } from './projects.js';

type Seats = Pick<Project, 'max_members' | 'current_members' | 'offered_seats'>;

/**
 * The seats that a member may still ask for: neither taken nor reserved by a seat offer. The only definition outside the database,
 * where `free-seats.queries.ts` has the same.
 */
export const freeSeats = ({ max_members, current_members, offered_seats }: Seats): number =>
  Math.max(0, max_members - current_members - offered_seats);

/** The free seats in words, for cards and link previews. */
export function freeSeatsWords(project: Seats): string {
  const left = freeSeats(project);
  if (left === 0) return 'No seat left';
  return left === 1 ? '1 seat left' : `${left} seats left`;
}
