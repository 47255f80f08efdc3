import { describe, expect, it } from 'vitest';
import { findHabits, habits } from './habits.mjs';
import { passagesOf } from './texts.mjs';

/** The habits found in a file, each by its name, line and words. */
const found = (file, text) =>
  passagesOf(file, text)
    .flatMap((passage) => findHabits(passage))
    .map(({ habit, line, words }) => `${habit.name} ${line}: ${words}`);

/** The names of the habits found in a comment. */
const namesIn = (sentence) => {
  const names = passagesOf('a.ts', `// ${sentence}`).flatMap((passage) => findHabits(passage));
  return [...new Set(names.map(({ habit }) => habit.name))];
};

const examples = [
  ['who', 'Who asks sees the deadline.', 'Who sees the deadline? The applicant.'],
  ['who', 'An answer to who asked.', 'The member who asked gets an answer.'],
  ['who', 'The limits are off; who reports has none.', 'It depends on who reports.'],
  ['whom', 'Whom the member has blocked.', 'The members whom this member has blocked.'],
  ['whom', 'Ends the interest of whom they block.', 'Two members, both of whom are online.'],
  ['what', 'What waits is due.', 'What if it waits? It is due.'],
  ['told', 'The sender isn’t told.', 'The two bells can be told apart.'],
  ['told', 'It is told to nobody.', 'An outdated tab is told to reload.'],
  ['tells of', 'Nothing tells of it.', 'The version tells the newer of two.'],
  ['hears', 'The creator hears it.', 'The creator is notified of it.'],
  ['learns of', 'The watchers learn of it.', 'The client learns that it is connected.'],
  ['held apart', 'Counts the messages held apart.', 'Sends two messages a minute apart.'],
  ['held apart', 'The server holds first messages apart.', 'Holds both connections ten seconds apart.'],
  ['knock', 'Limits knocks.', 'Not even an outage knocks out the server.'],
  ['anew', 'Begins anew.', 'Begins again with a new session.'],
  ['therein', 'The fields therein.', 'The fields in it.'],
  ['beside', 'Stored beside the read mark.', 'The button beside the read messages.'],
  ['beside', 'Slow beside all other tests.', 'A test is in a file beside its subject.'],
  ['hand-over', 'Ends a hand-over.', 'Hands over the events of the old process.'],
  ['hand-over', 'The creator hands the project over.', 'The new worker takes over.'],
  ['in line', 'They are first in line.', 'Stays in line with the icon.'],
  ['in line', 'Put at the end of its project’s line.', 'Puts the caret at the end of the line.'],
  ['mend', 'The job mends it.', 'We recommend amendments.'],
  ['until when', 'Shows until when.', 'Waits until the answer comes, or when it closes.'],
  ['asker', 'The asker withdraws.', 'The applicant withdraws.'],
  ['nothing of', 'Keeps nothing of the page.', 'Characters that show nothing of their own.'],
  ['message of', 'Counts the messages of others.', 'Counts the messages of each conversation, by others.'],
  ['has time', 'Members who have time from this day on.', 'The server may have time from then on.'],
  ['has time', 'The day from which they have time.', 'The day from which it has time.'],
  ['so many', 'So many members are looked at.', 'So many arrive that the queue is full.'],
  ['oneself', 'Never mentions oneself.', 'A member never mentions themselves.'],
  ['to and fro', 'Passes it to and fro.', 'Passes it back and forth.'],
  ['the one before', 'Focuses the next row, or the one before.', 'Sees what the one before it added.'],
  ['stands below', 'The buttons stand below the field.', 'A dash stands for a missing count.'],
  ['team mate', 'Team mates see it.', 'Teammates see it.'],
  ['sign out', 'Deletes it at a sign-out.', 'Deletes it at a logout.'],
  ['sign out', 'Signs out every device.', 'Logs out every device, and signs in again.'],
  ['the own', 'Refuses the own project.', 'Refuses the member’s own project.'],
  ['the own', 'Edits one’s own messages.', 'Edits messages of its own.'],
  ['somebody', 'Whoever joins finds it.', 'A project of somebody else.'],
  ['any more', 'Nobody needs it any more.', 'Takes no more, should any more requests arrive.'],
  ['looks whether', 'Looks whether it is there.', 'Looks it up, whether it is there or not.'],
  ['looks whether', 'Runs at each look.', 'Runs at each check.'],
  ['a mail', 'Each mail has a link.', 'A mail server stores each email.'],
  ['a mail', 'Mails the member about it.', 'Emails the member about it.'],
  ['works, counted', 'Runs works one at a time.', 'Works on one task at a time.'],
];

it.each(examples)('finds the habit "%s" in: %s', (name, sentence, natural) => {
  expect(namesIn(sentence)).toContain(name);
  expect(namesIn(natural)).toEqual([]);
});

it('has an example of every habit', () => {
  expect(new Set(examples.map(([name]) => name))).toEqual(new Set(habits.map(({ name }) => name)));
});

describe('reads prose and no code', () => {
  it('reads comments, across their lines, and no strings', () => {
    const text = `
      const screen = 'Begins anew';
      // The sender is
      // told nothing.
      const other = 1; // The end.
      // Anew, in a comment of its own.
      /**
       * Returns the page.
       * Starts anew after it.
       */
    `;
    expect(found('a.ts', text)).toEqual([
      'told 3: is told nothing.',
      'anew 6: Anew, in a comment of its own.',
      'anew 9: anew after it.',
    ]);
  });

  it('reads the names of tests in each of their forms', () => {
    const text = `
      describe('one anew', () => {});
      it.skipIf(slow)('two anew', () => {});
      it.each([['row anew']])(\`three \${name} anew\`, () => {});
      expect('four anew');
    `;
    expect(found('a.test.ts', text)).toEqual(['anew 2: anew', 'anew 3: anew', 'anew 4: anew']);
  });

  it('reads the API’s summaries and descriptions and the lines of the log, but no properties of components', () => {
    const text =
      "const call = { summary: 'Start anew', title: 'anew' };\nconst id = { description: 'anew' };\nlog.warn({ id }, 'anew');";
    expect(found('shared/src/a.ts', text)).toEqual(['anew 1: anew', 'anew 2: anew', 'anew 3: anew']);
    expect(found('client/src/a.ts', text)).toEqual([]);
  });

  it('reads comments in the markup of components', () => {
    expect(found('a.tsx', 'const a = <p title="anew">anew {/* Drawn anew. */}</p>;')).toEqual(['anew 1: anew.']);
  });

  it('reads Markdown without code, quotations, addresses and headings that begin with "What"', () => {
    const text = [
      '# What a decision does',
      'A page that is **loaded',
      'anew**, `anew`, "anew", [a link](anew.md).',
      '```',
      'anew',
      '```',
      '| Kind | anew |',
      '- What waits ends.',
    ].join('\n');
    expect(found('a.md', text)).toEqual([
      'anew 3: anew, `anew`, "anew", [a link].',
      'anew 7: anew',
      'what 8: What waits ends.',
    ]);
  });

  it.each([
    ['a.css', 'p { color: red } /* Drawn anew. */'],
    ['a.html', '<p>anew</p> <!-- Drawn anew. -->'],
    ['a.yml', 'key: anew # Drawn anew.'],
    ['.env.example', 'KEY=anew # Drawn anew.'],
    ['haproxy.cfg', '  bind anew # Drawn anew.'],
    ['.ci/run', 'echo anew # Drawn anew.'],
  ])('reads the comments of %s', (file, text) => {
    expect(found(file, text)).toEqual(['anew 1: anew.']);
  });

  it('leaves migrations alone', () => {
    expect(found('migrations/0001-users.sql', '-- Drawn anew.')).toEqual([]);
  });
});
