import { describe, expect, it } from 'vitest';
import { findScreenHabits, screenHabits } from './habits.mjs';
import { screenTextsOf } from './screen-texts.mjs';

const textsIn = (source) => screenTextsOf('client/src/a.tsx', source).map(({ line, text }) => `${line} ${text}`);

describe('lists the texts that are shown', () => {
  it('finds text between tags, labels, and both branches of a condition', () => {
    const source = `const card = (
      <section aria-label="Team" className="Two words">
        {isOpen ? 'Open' : \`\${count} seats\`}
        <p>Answer by <b>Friday</b></p>
        {failed && 'Failed'}
      </section>
    );`;
    expect(textsIn(source)).toEqual(['2 Team', '3 Open', '3 … seats', '4 Answer by', '4 Friday', '5 Failed']);
  });

  it('finds phrases and messages anywhere, but no statements, calls, keys or types', () => {
    const source = `
      toast.error('Couldn’t send. Try again.');
      const codes = { NOT_FOUND: { message: 'Missing' } };
      run('SELECT id FROM users');
      call('PUT /api/inbox', 'clicked');
      type Words = 'A phrase of words';
      throw new Error('This never happens');`;
    expect(textsIn(source)).toEqual(['2 Couldn’t send. Try again.', '3 Missing']);
  });
});

const examples = [
  ['anyone who', 'Anyone who joins can read it.', 'Anyone can read it.'],
  ['of a member', 'Deny the interest of …', 'Deny …’s interest'],
  ['offers', 'Invitations and offers between you end.', 'Invitations, seat offers and transfers between you end.'],
  ['until then', 'Until then you get no other emails.', 'You get other emails once you confirm.'],
  ['something went wrong', 'Something went wrong on our side.', 'Something went wrong. Please try again.'],
  ['e-mail', 'One e-mail a day', 'One email a day'],
  ['what you wrote', 'What you wrote stays.', 'What if it stays?'],
  ['log in', 'Log in to continue where you were.', 'Please log in to join projects'],
  ['straight quotation mark', 'Asha joined "Rover"', 'Asha joined “Rover”'],
  ['straight apostrophe', "You can't invite this member.", "I'm Interested"],
  ['please', 'Please write a short note.', 'Please fill in all fields'],
  ['no contraction', 'You are offline, and this page does not open.', 'You’re offline. Passwords do not match'],
  ['try again', 'Try again', 'Couldn’t send. Try again.'],
  [
    'long sentence',
    'This sentence goes on and on, one word after the other, until no reader knows any more how it once began, sadly.',
    'This sentence is short. So is this one, which follows it.',
  ],
];
it.each(examples)('finds the habit "%s" in: %s', (name, sentence, natural) => {
  const namesIn = (text) => findScreenHabits({ line: 1, text }).map(({ habit }) => habit.name);
  expect(namesIn(sentence)).toContain(name);
  expect(namesIn(natural)).toEqual([]);
});

it('has an example of every habit', () => {
  expect(examples.map(([name]) => name)).toEqual(screenHabits.map(({ name }) => name));
});
