import type { AnswerRecord } from '@sangam/shared/projects/projects';

/** How the latest requests were answered, in words. */
export const answerWords = ({ asked, answered, days }: AnswerRecord): string =>
  answered === 0
    ? `Answered none of the last ${asked} requests`
    : `Answered ${answered} of the last ${asked} requests within ${days === 1 ? 'a day' : `${days} days`}`;
