import { expect, it } from 'vitest';
import { readFormDraft, writeFormDraft } from '../../../core/forms/form-drafts';
import { checkJoin, emptyJoin, readJoinDraft, writeJoinDraft } from './join-draft';

const faulty = (answer: string) => {
  const checked = checkJoin({ ...emptyJoin, answers: { 'Why?': answer } }, ['Why?']);
  return checked.ok ? [] : checked.errors;
};

it('requires an answer of 1 to 500 characters', () => {
  const field = 'answers.0.answer';
  expect(faulty(' \u200b ')).toEqual([{ field, message: 'Answer this question.' }]);
  expect(faulty('x'.repeat(501))).toEqual([{ field, message: 'Answer must be at most 500 characters long' }]);
  expect(faulty(`  ${'👍'.repeat(500)} `)).toEqual([]);
});

it('sends only typed fields', () => {
  expect(checkJoin({ message: '  ', answers: { 'Old?': 'Yes' } }, [])).toEqual({ ok: true, value: {} });
});

it('requires answers even to questions named like an object’s property', () => {
  const questions = ['constructor', '__proto__'];
  expect(checkJoin(emptyJoin, questions)).toMatchObject({ ok: false, errors: [{}, {}] });
  const answers = { constructor: 'Me', ['__proto__']: 'None' };
  const answered = [
    { question: 'constructor', answer: 'Me' },
    { question: '__proto__', answer: 'None' },
  ];
  expect(checkJoin({ message: '', answers }, questions)).toEqual({ ok: true, value: { answers: answered } });
});

it('stores what was typed for each project, and nothing once it is empty', () => {
  const draft = { message: 'Hello', answers: { 'Why?': 'For fun' } };
  writeJoinDraft(7, draft);
  expect([readJoinDraft(7), readJoinDraft(8)]).toEqual([draft, emptyJoin]);
  writeFormDraft('join:8', { message: 8, answers: { 'Why?': null } });
  expect(readJoinDraft(8)).toEqual(emptyJoin);
  writeJoinDraft(7, { message: '', answers: { 'Why?': '' } });
  expect(readFormDraft('join:7')).toEqual({});
});
