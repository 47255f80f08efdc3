import { isolate } from '@sangam/shared/core/isolate';
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { actFailureText } from '../../../core/api/errors';
import type { ButtonVariant } from '../../../ui/button/Button';
import { AcceptOrDecline } from '../../../ui/decision/AcceptOrDecline';
import { useAsk } from '../../../ui/decision/use-ask';
import { useAtDeadline } from '../../state/at-deadline';
import { isSeatOffered, requests } from '../../state/requests';
import { answerSeatOffer } from '../../state/waitlist';
import { requestWord, WaitlistPosition } from '../parts/request-details';

/** The request in its state by now, and whether a seat is still offered to it. */
function useOffer(requestId: number) {
  const request = useAtDeadline(
    requests.use(({ byId }) => byId[requestId]),
    'withdrawn',
  );
  return [request, request !== undefined && isSeatOffered(request)] as const;
}

interface SeatOfferProps {
  requestId: number;
  /** Names the project where several are on screen. */
  of?: string;
  variant?: ButtonVariant;
  /** The row shows the request's state, which isn't repeated. */
  besideState?: boolean;
}

/**
 * Accepts or declines the seat offered to the applicant, then shows the answer. Declining asks first, since the seat goes to the next
 * member. Renders nothing without an offer.
 */
export function SeatOffer({ requestId, of, variant, besideState = false }: SeatOfferProps) {
  const [request, isOffered] = useOffer(requestId);
  const [wasOffered, setWasOffered] = useState(isOffered);
  if (isOffered && !wasOffered) setWasOffered(true);
  const seat = of === undefined ? 'the seat' : `the seat in ${of}`;
  const outcome = isOffered ? null : request && !besideState ? requestWord(request) : '';
  const answer = async (status: 'accepted' | 'declined'): Promise<boolean> => {
    const result = await answerSeatOffer(requestId, status);
    if (!result.ok) toast.error(actFailureText(result.error, 'Failed to answer the seat offer'));
    else if (status === 'accepted') toast.success(`You joined ${isolate(result.value.project_title)}`);
    return result.ok;
  };
  const [isAccepting, setAccepting] = useState(false);
  const accept = async () => {
    setAccepting(true);
    await answer('accepted');
    setAccepting(false);
  };
  const decline = useAsk({
    label: 'Decline',
    name: `Decline ${seat}`,
    busy: isAccepting,
    question: `Decline ${seat}`,
    consequence: 'The seat goes to the next member on the waitlist, and your request ends.',
    yes: 'Decline seat',
    no: 'Keep it',
    act: () => answer('declined'),
    done: request?.offer_declined ? <p>You declined the seat</p> : null,
  });
  if (!wasOffered) return null;
  return (
    <div>
      <AcceptOrDecline
        of={seat}
        outcome={decline.isDone ? '' : outcome}
        variant={variant}
        answer={accept}
        decline={decline.button}
      />
      {(isOffered || decline.isDone) && decline.panel}
    </div>
  );
}

/** A seat offer with its two buttons inside a notification. */
export function SeatOfferInRow({ requestId, of }: { requestId: number; of: string }) {
  const [request, isOffered] = useOffer(requestId);
  const [wasOffered, setWasOffered] = useState(isOffered);
  if (isOffered && !wasOffered) setWasOffered(true);
  if (!request || !wasOffered) return null;
  return (
    <div data-decision className="grid w-full gap-2 px-3 pb-3 pl-14">
      <WaitlistPosition request={request} own />
      <SeatOffer requestId={requestId} of={of} />
    </div>
  );
}
