import { cleanLine, isBlank } from '../core/text.js';

/** A question as the applicant saw it, and their answer. */
export interface RequestAnswer {
  question: string;
  answer: string;
}

/** Cleans questions for storage (R5.14): each on one line, without blank and repeated ones. */
export const cleanQuestions = (questions: readonly string[]): string[] => [
  ...new Set(questions.map(cleanLine).filter((question) => !isBlank(question))),
];

/** Whether the answers belong to these questions, in the same words and order. */
export const answersTo = (questions: readonly string[], answers: readonly RequestAnswer[]): boolean =>
  answers.length === questions.length && answers.every(({ question }, index) => question === questions[index]);
