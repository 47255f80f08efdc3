export { record } from './queries.js';
