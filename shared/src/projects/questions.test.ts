import { expect, it } from 'vitest';
import { answersTo, cleanQuestions } from './questions.js';

it('questions are lines, each once, and none is blank', () => {
  expect(cleanQuestions([' Why? ', '', '\u200b', 'How\nmuch?', 'Why?'])).toEqual(['Why?', 'How much?']);
});

it('answers fit the questions that were asked, in their order', () => {
  const answer = (question: string) => ({ question, answer: 'Because.' });
  expect(answersTo(['Why?', 'How?'], ['Why?', 'How?'].map(answer))).toBe(true);
  expect(answersTo([], [])).toBe(true);
  for (const asked of [[], ['Why?'], ['How?', 'Why?'], ['Why?', 'How?', 'When?'], ['Why?', 'how?']])
    expect(answersTo(['Why?', 'How?'], asked.map(answer)), String(asked)).toBe(false);
});
