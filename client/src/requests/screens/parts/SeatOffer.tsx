import { useState } from 'react';
import toast from 'react-hot-toast';
import { errorText } from '../../../core/api/errors';
import { Button } from '../../../ui/button/Button';
import { useNow } from '../../../ui/TimeAgo';
import { requests, stageOf } from '../../state/requests';
import { answerSeatOffer } from '../../state/waitlist';
import { WaitlistPlace } from './request-details';

interface SeatOfferProps {
  requestId: number;
  /** Names the project where several are on screen. */
  of?: string;
}

/** Accepts or declines the seat offered to the applicant. Renders nothing once the offer has expired. */
export function SeatOffer({ requestId, of }: SeatOfferProps) {
  const [busy, setBusy] = useState(false);
  const now = useNow();
  const request = requests.use(({ byId }) => byId[requestId]);
  if (!request || stageOf(request) !== 'offered' || Date.parse(request.offered_until ?? '') <= now) return null;
  const answer = async (status: 'accepted' | 'declined') => {
    if (busy) return;
    setBusy(true);
    const answered = await answerSeatOffer(requestId, status);
    setBusy(false);
    if (!answered.ok) toast.error(errorText(answered.error, 'Failed to answer'));
    else if (status === 'accepted') toast.success(`You joined ${answered.value.project_title}`);
  };
  const what = of === undefined ? 'the seat' : `the seat in ${of}`;
  return (
    <span className="flex flex-wrap gap-2">
      <Button size="sm" variant="primary" busy={busy} onClick={() => answer('accepted')} aria-label={`Accept ${what}`}>
        Accept
      </Button>
      <Button size="sm" variant="ghost" busy={busy} onClick={() => answer('declined')} aria-label={`Decline ${what}`}>
        Decline
      </Button>
    </span>
  );
}

/** The seat offer with its two answers, while it's pending. */
export function SeatOfferInRow({ requestId, of }: { requestId: number; of: string }) {
  const request = requests.use(({ byId }) => byId[requestId]);
  if (!request || stageOf(request) !== 'offered') return null;
  return (
    <div className="grid w-full gap-2 px-3 pb-3 pl-14">
      <WaitlistPlace request={request} own />
      <SeatOffer requestId={requestId} of={of} />
    </div>
  );
}
