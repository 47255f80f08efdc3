import { hourMs } from '../core/limits.js';

export const requestLimits = {
  requestMessageMaxChars: 1_000,
  declineWordMaxChars: 200,
  questionAnswerMaxChars: 500,
  withdrawnAtOnceMax: 50,
  requestsPage: 50,
  requestsPageMax: 200,
} as const;

/** Limits that the server alone needs. They stand apart so that pages do not load them. */
export const requestServerLimits = {
  answersToShow: 5,
  answersCounted: 20,
  seatOfferMs: 48 * hourMs,
  lineMax: 50,
} as const;
