/** The fields of a profile that people fill in, with their words. */
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

/** How much of a profile is filled in, and what is missing of it. */
export function profileCompletion(profile: Profile): { percent: number; missing: string[] } {
  const missing = fields.filter(({ key }) => (profile[key]?.length ?? 0) === 0).map(({ word }) => word);
  return { percent: Math.round(((fields.length - missing.length) / fields.length) * 100), missing };
}
