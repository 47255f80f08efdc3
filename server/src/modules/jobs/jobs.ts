export { addJobs, findDue } from './add.js';
export { type JobHandler, jobHandler, jobKind } from './kinds.js';
export type { JobCount } from './queries.js';
