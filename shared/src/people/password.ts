import { peopleLimits } from './limits.js';

/** Points 0 to 5: one each for length 8 or more, uppercase, lowercase, digit, symbol (R2.6). */
export function passwordStrength(password: string): number {
  const points = [/.{8,}/su, /\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{N}\s]/u];
  return points.filter((point) => point.test(password)).length;
}

export type StrengthLabel = 'Weak' | 'Fair' | 'Good' | 'Strong';

/** The word for a score: up to 2 Weak, 3 Fair, 4 Good, 5 Strong (R2.6). */
export function strengthLabel(points: number): StrengthLabel {
  if (points <= 2) return 'Weak';
  if (points === 3) return 'Fair';
  return points === 4 ? 'Good' : 'Strong';
}

export function isStrongEnough(password: string): boolean {
  return passwordStrength(password) >= peopleLimits.passwordMinStrength;
}
