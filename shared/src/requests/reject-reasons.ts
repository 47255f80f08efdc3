/** Why a creator rejects a request. Optional, and may come with a message. */
export const DECLINE_REASONS = ['seats_taken', 'other_skills', 'has_begun'] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];
