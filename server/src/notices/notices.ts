/** The parts of notices that other subjects build on. */
export { findChoices } from './choices/queries.js';
