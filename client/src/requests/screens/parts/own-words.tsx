import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { LongText } from '../../../ui/LongText';
import { RequestAnswers } from './request-details';
import { Said } from './Said';

/** The message of the member's own request and its answers. Renders nothing for the seat of a member who didn't ask for it. */
export const OwnWords = ({ request }: { request: JoinRequest }) =>
  !request.unasked && (
    <>
      <Said label="Your message">
        <LongText text={request.message} of={`your message to ${request.project_title}`} />
      </Said>
      <RequestAnswers request={request} />
    </>
  );

/** The role that the member's own request names. Renders nothing without one. */
export const OwnRole = ({ request: { role_name } }: { request: JoinRequest }) =>
  role_name && <span>Role: {role_name}</span>;
