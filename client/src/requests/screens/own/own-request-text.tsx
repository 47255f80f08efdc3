import { isolate } from '@sangam/shared/core/isolate';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { LongText } from '../../../ui/LongText';
import { TimeAgo } from '../../../ui/TimeAgo';
import { LabelledText } from '../parts/LabelledText';
import { RequestAnswers } from '../parts/request-details';

/** The message of the member's own request and its answers. Renders nothing for the seat of a member who didn't ask for it. */
export const OwnRequestText = ({ request }: { request: JoinRequest }) =>
  !request.unasked && (
    <>
      <LabelledText label="Your message">
        <LongText text={request.message} of={`your message to ${isolate(request.project_title)}`} />
      </LabelledText>
      <RequestAnswers request={request} />
    </>
  );

/** The role that the member's own request names. Renders nothing without one. */
export const OwnRole = ({ request: { role_name } }: { request: JoinRequest }) =>
  role_name && <span>Role: {isolate(role_name)}</span>;

/** When the member sent a request or interest, or got a seat for which they didn't ask. */
export const SentAt = ({ created_at, unasked }: Pick<JoinRequest, 'created_at' | 'unasked'>) => (
  <span>
    {unasked ? 'Joined' : 'Sent'} <TimeAgo time={created_at} className="in-sentence" />
  </span>
);
