import { stageOf } from '@sangam/shared/requests/stage';
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { actFailureText } from '../../../core/api/errors';
import { localDay } from '../../../lib/text/local-time';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { useNow } from '../../../ui/TimeAgo';
import type { RequestEntity } from '../../state/requests';
import { stayOnWaitlist } from '../../state/waitlist';
import { asksToStay } from './asks-to-stay';

interface StillInterestedProps {
  request: RequestEntity;
  /** Names the project where several are on screen. */
  of?: string;
}

/** A button to stay on the waitlist for another 30 days, shown once the applicant was asked. Renders nothing for other requests. */
export function StillInterested({ request, of }: StillInterestedProps) {
  const [busy, setBusy] = useState(false);
  const now = useNow();
  const isAsked = asksToStay(request, now);
  // The button stays after a press, so that nothing moves under the pointer.
  const [wasAsked, setWasAsked] = useState(isAsked);
  if (isAsked && !wasAsked) setWasAsked(true);
  if (!wasAsked || stageOf(request) !== 'waitlisted') return null;
  const stay = async () => {
    setBusy(true);
    const answer = await stayOnWaitlist(request.id);
    setBusy(false);
    if (!answer.ok) toast.error(actFailureText(answer.error, 'Failed to stay on the waitlist'));
    else if (answer.value.waits_until)
      toast.success(`You stay on the waitlist until ${localDay(answer.value.waits_until)}`);
  };
  return (
    <OnlineButton
      size="sm"
      busy={busy}
      onClick={stay}
      aria-label={of === undefined ? undefined : `Still interested in ${of}`}
    >
      Still interested
    </OnlineButton>
  );
}
