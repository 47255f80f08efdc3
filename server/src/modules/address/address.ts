export type { Addresses } from './service.js';
