import type { DeclineReason } from '@sangam/shared/requests/decline-reasons';

/** What a reason says, to the creator who gives it and to who is declined. */
export const declineWords: Record<DeclineReason, string> = {
  seats_taken: 'The seats went to others',
  other_skills: 'Other skills are needed',
  has_begun: 'The project has begun',
};
