import type { DeclineReason } from '@sangam/shared/requests/decline-reasons';
import type { RequestEntity } from '../../state/requests';

/** What a reason says, to the creator who gives it and to who is declined. */
export const declineWords: Record<DeclineReason, string> = {
  seats_taken: 'The seats went to others',
  other_skills: 'Other skills are needed',
  has_begun: 'The project has begun',
};

/** What the creator has said to who was declined or removed; nothing where they said nothing. */
export function DeclineWhy({ request: { decline_reason, end_word } }: { request: RequestEntity }) {
  return (
    <>
      {decline_reason && <span className="w-full break-words text-fg">Reason: {declineWords[decline_reason]}</span>}
      {end_word && (
        <span className="w-full break-words text-fg" dir="auto">
          The creator’s word: {end_word}
        </span>
      )}
    </>
  );
}
