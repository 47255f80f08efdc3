import type { RejectReason } from '@sangam/shared/requests/reject-reasons';
import { useSession } from '../../../core/session/session';
import { wireLabel } from '../../../lib/wire-label';
import type { RequestEntity } from '../../state/requests';
import { LabelledText } from './LabelledText';

/** The labels of the reasons for rejecting, for the creator and the applicant. */
export const rejectReasonWords: Record<RejectReason, string> = {
  seats_taken: 'The seats are taken',
  other_skills: 'Other skills are needed',
  has_begun: 'The project has already started',
};

/** The creator's reason and note to a rejected or removed applicant. Renders nothing if there is none. */
export function CreatorNote({ request: { user_id, decline_reason, end_word, ended_by } }: { request: RequestEntity }) {
  const isToMe = useSession(({ user }) => user?.id === user_id);
  return (
    <>
      {decline_reason && <LabelledText label="Reason">{wireLabel(rejectReasonWords, decline_reason)}</LabelledText>}
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
