import type { DeclineReason } from '@sangam/shared/requests/decline-reasons';
import { useSession } from '../../../core/session/session';
import { wireLabel } from '../../../lib/wire-label';
import type { RequestEntity } from '../../state/requests';
import { LabelledText } from './LabelledText';

/** The labels of the decline reasons, for the creator and the applicant. */
export const declineWords: Record<DeclineReason, string> = {
  seats_taken: 'The seats are taken',
  other_skills: 'Other skills are needed',
  has_begun: 'The project has already started',
};

/** The creator's reason or note to a declined or removed applicant. Renders nothing if there is none. */
export function DeclineNote({ request: { user_id, decline_reason, end_word, ended_by } }: { request: RequestEntity }) {
  const isToMe = useSession(({ user }) => user?.id === user_id);
  return (
    <>
      {decline_reason && <LabelledText label="Reason">{wireLabel(declineWords, decline_reason)}</LabelledText>}
      {end_word && (
        <LabelledText
          label={isToMe ? 'Note from the creator' : `Note to the ${ended_by === 'removed' ? 'member' : 'applicant'}`}
        >
          <p dir="auto">{end_word}</p>
        </LabelledText>
      )}
    </>
  );
}
