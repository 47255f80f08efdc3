export type { Knocks } from './service.js';
