import { isolate } from '@sangam/shared/core/isolate';
import { useState } from 'react';
import { Still } from '../../../ui/decision/StillRow';
import type { InterestEntity } from '../../state/interests';
import { isComplete, type RequestEntity } from '../../state/requests';
import { OwnRequestText } from '../own/own-request-text';
import { SeatOffer } from '../own/SeatOffer';
import { StillInterested } from '../own/StillInterested';
import { useWithdrawInterest, useWithdrawRequest } from '../own/use-withdraw';
import { CreatorNote } from '../parts/reject-reasons';
import { AnswerBy, interestWord, requestWord, WaitlistPosition } from '../parts/request-details';
import { endedAgainstWish } from './NextProjects';
import { RequestStatusRow } from './RequestStatusRow';

const labelOf = ({ role_name }: RequestEntity, what: 'request' | 'seat' = 'request'): string =>
  role_name ? `Your ${what} as ${isolate(role_name)}` : `Your ${what}`;

/** Whether the request or interest has been pending since this page opened; otherwise a withdrawal isn't mentioned. */
function useWasPending(isPending: boolean): boolean {
  const [wasPending, setWasPending] = useState(isPending);
  if (isPending && !wasPending) setWasPending(true);
  return wasPending;
}

export interface OwnRequestProps {
  request: RequestEntity;
  /** The creator's name. */
  creator: string;
}

/** The reader's newest request: pending with its details, or how it ended. */
export function OwnRequest({ request, creator }: OwnRequestProps) {
  const wasPending = useWasPending(request.status === 'pending');
  const withdraw = useWithdrawRequest(request);
  if (request.status === 'accepted') return null;
  if (request.status === 'rejected') return <Ended request={request} label={labelOf(request)} />;
  if (request.left_team || request.ended_by === 'removed')
    return <Ended request={request} label={labelOf(request, 'seat')} />;
  if (!wasPending && !endedAgainstWish(request)) return null;
  return (
    <>
      <RequestStatusRow label={labelOf(request)} status={requestWord(request)} action={withdraw.button} />
      {withdraw.panel}
      <AnswerBy request={request} own={creator} />
      <WaitlistPosition request={request} own />
      <SeatOffer requestId={request.id} variant="primary" besideState />
      <StillInterested request={request} />
      <SentText request={request} />
    </>
  );
}

/** The message and the answers that the reader sent, once they are known. */
export const SentText = ({ request }: { request: RequestEntity }) =>
  isComplete(request) && <OwnRequestText request={request} />;

/** A rejected request, or one whose seat has ended, with the creator's reason. */
function Ended({ request, label }: { request: RequestEntity; label: string }) {
  return (
    <div className="grid content-start gap-2 text-sm">
      <RequestStatusRow label={label} status={requestWord(request)} />
      <CreatorNote request={request} />
      <SentText request={request} />
    </div>
  );
}

export interface OwnInterestProps {
  interest: InterestEntity;
  /** The creator's name. */
  creator: string;
}

/** The reader's newest interest, unless they withdrew it or joined the team before this page opened. */
export function OwnInterest({ interest, creator }: OwnInterestProps) {
  const isPending = interest.status === 'pending';
  const wasPending = useWasPending(isPending);
  const withdraw = useWithdrawInterest(interest, 'Withdraw your interest');
  return (
    <Still data-decision className="content-start gap-3 empty:hidden">
      {(wasPending || interest.status === 'approved' || endedAgainstWish(interest)) && (
        <>
          <RequestStatusRow label="Your interest" status={interestWord(interest)} action={withdraw.button} />
          {withdraw.panel}
        </>
      )}
      <AnswerBy request={interest} own={creator} />
    </Still>
  );
}
