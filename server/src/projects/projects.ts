/** The parts of projects that other subjects build on. */

export { isInList, isVisible, takesRequests } from './conditions.queries.js';
export { createEndPending, type EndPending } from './end-pending.js';
export type { ProjectEnd, ProjectHooks } from './hooks.js';
export { confirmProject } from './projects/listing.js';
export { publishHidden, publishUpdate } from './projects/service.js';
export { hasFreeSeat, isSeatFree } from './teams/free-seats.queries.js';
export { findRole, findUntakenSeats, type UntakenSeats } from './teams/roles.queries.js';
export {
  countSeatsShown,
  freeSeat,
  fullFor,
  giveSeat,
  hasSeat,
  type LockedProject,
  listTeam,
  lockProject,
  lockProjectFor,
  type ProjectChange,
  presentRole,
  roleIn,
} from './teams/teams.js';
export { createEndTransfers, endTransferTo } from './transfers/end-transfers.js';
