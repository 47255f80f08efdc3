import { cleanLine, isBlank } from '../core/text.js';

/** The profile fields that count for completion, with their labels. */
const fields = [
  { key: 'name', word: 'name' },
  { key: 'college', word: 'college' },
  { key: 'skills', word: 'skills' },
  { key: 'github_link', word: 'GitHub link' },
] as const;

interface Profile {
  name: string;
  college: string;
  skills: readonly string[];
  github_link: string | null;
}

/** The filled-in share of a profile and its missing fields. */
export function profileCompletion(profile: Profile): { percent: number; missing: string[] } {
  const missing = fields.filter(({ key }) => (profile[key]?.length ?? 0) === 0).map(({ word }) => word);
  return { percent: Math.round(((fields.length - missing.length) / fields.length) * 100), missing };
}

/** Typed skills, split at commas and trimmed, without empty and repeated ones (R3.1). */
export const splitSkills = (text: string): string[] => cleanSkills(text.split(','));

/** Trimmed skills, without empty ones; of repeated ones, the first as it is written. */
export function cleanSkills(skills: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const skill of skills.map(cleanLine)) {
    const key = skill.toLowerCase();
    if (!isBlank(skill) && !byKey.has(key)) byKey.set(key, skill);
  }
  return [...byKey.values()];
}
