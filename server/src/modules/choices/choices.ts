export { type Choices, defaultChoices, findChoices } from './queries.js';
export type { ChoicesService } from './service.js';
export { soonestMailAt, waysToTell } from './ways.js';
