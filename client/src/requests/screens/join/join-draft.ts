import type { CallBody } from '@sangam/shared/app/calls';
import type { FieldErrors } from '@sangam/shared/core/schemas';
import { cleanText, isBlank, isLonger, tooLong } from '@sangam/shared/core/text';
import { requestLimits } from '@sangam/shared/requests/limits';
import { readFormDraft, writeFormDraft } from '../../../core/forms/form-drafts';
import { projectForm } from '../../../projects/sync/project-drafts';

/** The unsent text of one project's join form. */
export interface JoinDraft {
  message: string;
  /** Keyed by the question's text, so that an answer stays when other questions are edited. */
  answers: Readonly<Record<string, string>>;
}

export const emptyJoin: JoinDraft = { message: '', answers: {} };

const draftKey = (projectId: number): string => projectForm('join', projectId);
const isText = (value: unknown): value is string => typeof value === 'string';

/** Returns the form as it was left, also before a reload: phones reload a tab that was long in the background. */
export function readJoinDraft(projectId: number): JoinDraft {
  const { message, answers }: { message?: unknown; answers?: unknown } = readFormDraft(draftKey(projectId));
  const stored = typeof answers === 'object' && answers !== null ? Object.entries(answers) : [];
  const texts = stored.filter((entry): entry is [string, string] => isText(entry[1]));
  return { message: isText(message) ? message : '', answers: Object.fromEntries(texts) };
}

/** Stores the form until it is sent; an empty one is deleted. */
export function writeJoinDraft(projectId: number, draft: JoinDraft): void {
  const isEmpty = draft.message === '' && Object.values(draft.answers).every((answer) => answer === '');
  writeFormDraft(draftKey(projectId), isEmpty ? {} : draft);
}

/** The typed answer to a question. A question may be any text, even `constructor`. */
export const answerTo = (answers: JoinDraft['answers'], question: string): string =>
  (Object.hasOwn(answers, question) && answers[question]) || '';

/** The name of a question's field on the wire. */
export const answerField = (index: number): string => `answers.${index}.answer`;

type JoinRequestInput = Omit<CallBody<'POST /api/project-requests'>, 'project_id'>;

/** The message is optional; each of the project's questions needs an answer (R5.7, R5.14). */
export function checkJoin(
  { message, answers }: JoinDraft,
  questions: readonly string[],
): { ok: true; value: JoinRequestInput } | { ok: false; errors: FieldErrors } {
  const text = cleanText(message);
  const answered = questions.map((question) => ({ question, answer: cleanText(answerTo(answers, question)) }));
  const errors: FieldErrors = [];
  answered.forEach(({ answer }, index) => {
    const field = answerField(index);
    if (isBlank(answer)) errors.push({ field, message: 'Answer this question.' });
    else if (isLonger(answer, requestLimits.questionAnswerMaxChars))
      errors.push({ field, message: tooLong('Answer', requestLimits.questionAnswerMaxChars) });
  });
  if (isLonger(text, requestLimits.requestMessageMaxChars))
    errors.push({ field: 'message', message: tooLong('Message', requestLimits.requestMessageMaxChars) });
  if (errors.length > 0) return { ok: false, errors };
  return {
    ok: true,
    value: { ...(text !== '' && { message: text }), ...(answered.length > 0 && { answers: answered }) },
  };
}
