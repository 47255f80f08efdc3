export { dropAddressChange } from './queries.js';
export type { Addresses } from './service.js';
