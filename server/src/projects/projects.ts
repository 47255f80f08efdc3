/** The parts of projects that other subjects build on. */
export type { ProjectHooks } from './hooks.js';
export { confirmProject } from './projects/listing.js';
export { publishUpdate } from './projects/updates.js';
export { freeSeat, giveSeat, hasSeat, type LockedProject, listTeam, lockProject } from './teams/teams.js';
export { createEndTransfers } from './transfers/end-between.js';
export { endTransferTo } from './transfers/ends.js';
