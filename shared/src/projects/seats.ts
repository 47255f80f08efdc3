import type { Project } from './projects.js';
import type { Role } from './role-parts.js';

type Seats = Pick<Project, 'max_members' | 'current_members' | 'offered_seats'>;

/**
 * The seats that a member may still ask for: neither taken nor reserved by a seat offer. The only definition outside the database,
 * where `free-seats.queries.ts` has the same.
 */
export const freeSeats = ({ max_members, current_members, offered_seats }: Seats): number =>
  Math.max(0, max_members - current_members - offered_seats);

/** Whether members may ask for a seat: the project is open, and has a creator, who answers. */
export const takesRequests = ({
  state,
  seeks_creator_until,
}: Pick<Project, 'state' | 'seeks_creator_until'>): boolean => state === 'open' && !seeks_creator_until;

/** A number of free seats in words: of a project, or of one of its roles. */
export function freeSeatsWords(free: number): string {
  if (free === 0) return 'No free seat';
  return free === 1 ? '1 free seat' : `${free} free seats`;
}

/** A role's seats that are neither taken nor offered. */
const freeSeatsOf = ({ seats, taken, offered = 0 }: Role): number => Math.max(0, seats - taken - offered);

/** The free seats of a role. For undefined, and for a role that was removed, those without a role. */
export function freeSeatsFor(project: Seats & Pick<Project, 'roles'>, roleId: number | undefined): number {
  const roles = project.roles ?? [];
  const role = roles.find(({ id }) => id === roleId);
  if (role !== undefined) return Math.min(freeSeatsOf(role), freeSeats(project));
  return Math.max(0, freeSeats(project) - roles.reduce((sum, role) => sum + freeSeatsOf(role), 0));
}

/** The roles with free seats in words: "Backend ×2, Design"; '' if there are none. */
export const needsWords = ({ roles = [] }: Pick<Project, 'roles'>): string =>
  roles
    .map((role) => ({ name: role.name, free: freeSeatsOf(role) }))
    .filter(({ free }) => free > 0)
    .map(({ name, free }) => (free === 1 ? name : `${name} ×${free}`))
    .join(', ');
