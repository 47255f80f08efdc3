export { type Choices, defaultChoices, findChoices } from './queries.js';
export type { ChoicesService } from './service.js';
