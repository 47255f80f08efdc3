/** The parts of requests that other subjects build on. */

export type { JoinRequestsService } from './acts/service.js';
export type { InterestsService } from './interests/service.js';
export type { InvitationsService } from './invitations/service.js';
export { isUnasked } from './join-requests/queries.js';
export { createEndAllPending, endPending } from './project-hooks.js';
