import type { Outcome } from '../figures.js';
export const reportPage = (_: Outcome): string => '';
