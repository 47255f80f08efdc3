import { expect, it } from 'vitest';
import { ProfileBody } from '../people/users.js';
import { ProjectBody } from '../projects/projects.js';
import { Evidence } from './evidence.js';

/** Fields of a page that aren't text by its owner. */
const withoutText = ['category', 'max_members', 'answer_days', 'shows_time_zone', 'free_from', 'listed'];
/** The names in a report that differ from those of the field. */
const names: Record<string, string> = { required_skills: 'skills' };

it.each([
  ['member', ProfileBody, Evidence.properties.member],
  ['project', ProjectBody, Evidence.properties.project],
])('a report has every text that the page of a %s shows', (_, page, evidence) => {
  const texts = Object.keys(page.properties).filter((field) => !withoutText.includes(field));
  expect(Object.keys(evidence.properties)).toEqual(expect.arrayContaining(texts.map((text) => names[text] ?? text)));
});
