export type { Prove } from './proof.js';
