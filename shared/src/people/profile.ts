import { clean, cleanLine, isBlank, withScheme } from '../core/text.js';

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

export const cleanSkills = (skills: readonly string[]): string[] => [
  ...new Map(
    skills
      .map(cleanLine)
      .filter((skill) => !isBlank(skill))
      .map((skill) => [skill.toLowerCase(), skill]),
  ).values(),
];

/** A GitHub profile's address from what a member types: their user name, `github.com/name` or an address. Anything else stays a link. */
export function githubLinkFrom(text: string): string {
  const name = cleanLine(text).replace(/^@/u, '');
  return /^[a-z\d](?:-?[a-z\d]){0,38}$/iu.test(name) ? `https://github.com/${name}` : clean.link(text);
}

/** True for an http(s) URL on github.com without credentials; anything else isn't shown as a link. */
export function isGithubLink(link: string): boolean {
  if (!URL.canParse(withScheme(link))) return false;
  const url = new URL(withScheme(link));
  return (
    /^https?:$/u.test(url.protocol) &&
    /^(www\.)?github\.com$/u.test(url.hostname) &&
    url.username === '' &&
    url.password === '' &&
    url.port === ''
  );
}
