export { addJobs, findDue, findUnderWay } from './add.js';
export { type JobHandler, type JobKind, jobHandler, jobKind } from './kinds.js';
export type { JobCount } from './queries.js';
