export { activity } from './activity.js';
export { listActivities, recordActivities } from './queries.js';
