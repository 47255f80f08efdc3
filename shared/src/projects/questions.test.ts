import { expect, it } from 'vitest';
import { answersTo, cleanQuestions } from './questions.js';

it('keeps each question once, on one line, and drops blank ones', () => {
  expect(cleanQuestions([' Why? ', '', '\u200b', 'How\nmuch?', 'Why?'])).toEqual(['Why?', 'How much?']);
});

it('accepts answers only to the same questions in the same order', () => {
  const answer = (question: string) => ({ question, answer: 'Because.' });
  expect(answersTo(['Why?', 'How?'], ['Why?', 'How?'].map(answer))).toBe(true);
  expect(answersTo([], [])).toBe(true);
  for (const asked of [[], ['Why?'], ['How?', 'Why?'], ['Why?', 'How?', 'When?'], ['Why?', 'how?']])
    expect(answersTo(['Why?', 'How?'], asked.map(answer)), String(asked)).toBe(false);
});
