import { cleanLine, isBlank } from '../core/text.js';

/** A question that was put to who asked, in the words of then, and what they answered. */
export interface RequestAnswer {
  question: string;
  answer: string;
}

/** Questions as stored (R5.14): each on one line; blank and repeated ones are dropped. */
export const cleanQuestions = (questions: readonly string[]): string[] => [
  ...new Set(questions.map(cleanLine).filter((question) => !isBlank(question))),
];

/** Whether the answers are to these questions, in these words and this order. */
export const answersTo = (questions: readonly string[], answers: readonly RequestAnswer[]): boolean =>
  answers.length === questions.length && answers.every(({ question }, place) => question === questions[place]);
