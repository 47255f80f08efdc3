import { hourMs } from '../core/limits.js';

export const requestLimits = {
  requestMessageMaxChars: 1_000,
  declineWordMaxChars: 200,
  questionAnswerMaxChars: 500,
  withdrawnAtOnceMax: 50,
} as const;

/** Limits that the server alone needs. They stand apart so that pages do not load them. */
export const requestServerLimits = {
  seatOfferMs: 48 * hourMs,
  lineMax: 50,
} as const;
