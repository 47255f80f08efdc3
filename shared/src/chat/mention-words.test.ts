import { expect, it } from 'vitest';
import { mentionPartsOf, mentions, mentionsIn } from './mention-words.js';

const team = [
  { id: 1, name: 'Asha' },
  { id: 2, name: 'Asha Verma' },
  { id: 3, name: 'José' },
  { id: 4, name: 'कबीर' },
  { id: 5, name: '王芳' },
];
const mentionedIn = (text: string) => mentionsIn(text, team).map(({ user_id, name }) => user_id ?? name);

it.each([
  ['Hi @Asha!', [1]],
  ['Hi @Asha Verma, see @Asha', [2, 1]],
  ['Hi @Asha Vermas', [1]],
  ['@José and @कबीर: look', [3, 4]],
  ['@team', ['team']],
  ['@teams, @Ashas, me@Asha, @asha, @ Asha, Asha', []],
  ['(@Asha) "@team"', [1, 'team']],
  // Words of these scripts have no spaces between them.
  ['请@Asha看一下,@王芳你好', [1, 5]],
  ['王@芳', []],
  ['@', []],
  ['', []],
])('finds in %j the members %j', (text, ids) => {
  expect(mentionedIn(text)).toEqual(ids);
});

it('mentions all members who share a name', () => {
  const namesakes = [...team, { id: 9, name: 'Asha' }, { id: 7, name: 'Asha Verma' }];
  const found = (text: string) => mentionsIn(text, namesakes).map(({ user_id }) => user_id);
  expect(found('Hi @Asha Verma')).toEqual([2, 7]);
  expect(found('@Asha, ask @Asha Verma and @José')).toEqual([2, 7, 1, 9, 3]);
});

it('treats a name as a mention only if it stands as a word of its own', () => {
  expect(mentions('x @Asha y', 'Asha')).toBe(true);
  expect(mentions('x @Ashas @Asha', 'Asha')).toBe(true);
  expect(mentions('x @Ashas', 'Asha')).toBe(false);
  expect(mentions('x@Asha', 'Asha')).toBe(false);
});

it('returns at most as many mentions as a message may have', () => {
  const many = Array.from({ length: 30 }, (_, n) => ({ id: n + 1, name: `Member ${n + 100}` }));
  expect(mentionsIn(many.map(({ name }) => `@${name}`).join(' '), many)).toHaveLength(20);
});

it.each([
  ['Hi @Asha Verma and @Asha, ask @Ashas', ['Hi ', 2, ' and ', 1, ', ask @Ashas']],
  ['@Asha@Asha', [1, '@Asha']],
  ['@Asha', [1]],
  ['nobody', ['nobody']],
  ['', []],
])('splits %j into its mentions and the words between', (text, parts) => {
  const named = team.map(({ id, name }) => ({ user_id: id, name }));
  expect(mentionPartsOf(text, named).map((part) => ('text' in part ? part.text : part.mention.user_id))).toEqual(parts);
});
