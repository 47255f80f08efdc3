/** Why a creator rejects a request (`decline_reason`). Optional, and may come with a message. */
export const REJECT_REASONS = ['seats_taken', 'other_skills', 'has_begun'] as const;
export type RejectReason = (typeof REJECT_REASONS)[number];
