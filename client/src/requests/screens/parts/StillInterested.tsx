import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { errorText } from '../../../core/api/errors';
import { localDay } from '../../../lib/text/local-time';
import { Button } from '../../../ui/button/Button';
import { type RequestEntity, stageOf } from '../../state/requests';
import { stayOnWaitlist } from '../../state/waitlist';

interface StillInterestedProps {
  request: RequestEntity;
  /** Names the project where several are on screen. */
  of?: string;
}

/** Lets the applicant stay on the waitlist for another 30 days. Renders nothing for a request that isn't on one. */
export function StillInterested({ request, of }: StillInterestedProps) {
  const [busy, setBusy] = useState(false);
  if (stageOf(request) !== 'in_line') return null;
  const stay = async () => {
    setBusy(true);
    const answer = await stayOnWaitlist(request.id);
    setBusy(false);
    if (!answer.ok) toast.error(errorText(answer.error, 'Failed to stay on the waitlist'));
    else if (answer.value.waits_until)
      toast.success(`You stay on the waitlist until ${localDay(answer.value.waits_until)}`);
  };
  return (
    <Button
      size="sm"
      busy={busy}
      onClick={stay}
      aria-label={of === undefined ? undefined : `Still interested in ${of}`}
    >
      Still interested
    </Button>
  );
}
