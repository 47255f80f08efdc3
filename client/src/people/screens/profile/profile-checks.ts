import type { Checked } from '@sangam/shared/core/field-errors';
import { coreLimits } from '@sangam/shared/core/limits';
import { clean, cleanLine, isBlank, isLonger, tooLong } from '@sangam/shared/core/text';
import { peopleLimits } from '@sangam/shared/people/limits';
import { githubLinkFrom, isGithubLink, isHttpsLink } from '@sangam/shared/people/links';
import { splitSkills } from '@sangam/shared/people/profile';

/** A typed text's value to send, or what is wrong with it. */
type Check<T> = (text: string) => { value: T; error?: string };

const line =
  (label: string, maxChars: number, how: 'line' | 'text' = 'line'): Check<string> =>
  (text) => {
    const value = clean[how](text);
    return isLonger(value, maxChars) ? { value, error: tooLong(label, maxChars) } : { value };
  };
const required =
  (label: string, maxChars: number): Check<string> =>
  (text) =>
    isBlank(cleanLine(text)) ? { value: '', error: `${label} is required` } : line(label, maxChars)(text);

/** Checks values separated by commas. */
function checkList(
  text: string,
  max: number,
  maxChars: number,
  [one, several]: readonly [one: string, several: string],
) {
  const value = splitSkills(text);
  if (value.length > max) return { value, error: `At most ${max} ${several}` };
  return value.some((item) => isLonger(item, maxChars))
    ? { value, error: `Each ${one} can have at most ${maxChars} characters` }
    : { value };
}

const checkLink = (value: string, is: (link: string) => boolean, label: string, wrong: string) => {
  if (value !== '' && !is(value)) return { value, error: wrong };
  return isLonger(value, coreLimits.urlMaxChars) ? { value, error: tooLong(label, coreLimits.urlMaxChars) } : { value };
};

/** The parts of a profile as a form checks them (R3.1, R3.2, R3.8). */
export const profileChecks = {
  name: required('Name', peopleLimits.nameMaxChars),
  college: required('College', peopleLimits.collegeMaxChars),
  skills: (text: string) => {
    const checked = checkList(text, peopleLimits.skillsMax, peopleLimits.skillMaxChars, ['skill', 'skills']);
    return checked.value.length === 0 ? { ...checked, error: 'Skills are required' } : checked;
  },
  github_link: (text: string) => {
    const { value, ...rest } = checkLink(
      githubLinkFrom(text),
      isGithubLink,
      'GitHub link',
      'Enter a GitHub username, or an address on github.com',
    );
    return { ...rest, value: value === '' ? null : value };
  },
  headline: line('Headline', peopleLimits.headlineMaxChars),
  about: line('About', peopleLimits.aboutMaxChars, 'text'),
  looks_for: line('Looking for', peopleLimits.looksForMaxChars),
  takes_roles: (text: string) =>
    checkList(text, peopleLimits.takenRolesMax, peopleLimits.roleMaxChars, ['role', 'roles']),
  free_from: (text: string) => ({ value: text === '' ? null : text }),
  link: (text: string) =>
    checkLink(clean.link(text), isHttpsLink, 'Link', 'Enter an address that begins with https://'),
};

/** Checks these fields of a form, each error at its field. */
export function checkFields<T extends Record<string, Check<unknown>>>(
  checks: T,
  values: Record<keyof T & string, string>,
): Checked<{ [F in keyof T]: ReturnType<T[F]>['value'] }> {
  const checked = Object.entries(checks).map(([field, check]) => ({ field, ...check(values[field] ?? '') }));
  const errors = checked.flatMap(({ field, error }) => (error === undefined ? [] : [{ field, message: error }]));
  if (errors.length > 0) return { ok: false, errors };
  const value = Object.fromEntries(checked.map(({ field, value }) => [field, value]));
  return { ok: true, value: value as { [F in keyof T]: ReturnType<T[F]>['value'] } };
}
