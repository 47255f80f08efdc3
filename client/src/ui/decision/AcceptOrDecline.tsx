import { type ReactNode, useState } from 'react';
import type { ButtonVariant } from '../button/Button';
import { OnlineButton } from '../button/OnlineButton';
import { Decided } from './Decided';

interface AcceptOrDeclineProps {
  /** Names the offer for assistive technology, such as “the seat in Kiosk”. */
  of: string;
  /** null while it can be answered. */
  outcome: string | null;
  /** `primary` where accepting is the page's one primary action. */
  variant?: ButtonVariant | undefined;
  answer: (status: 'accepted' | 'declined') => Promise<void>;
  /** In place of Decline, a button that asks first. */
  decline?: ReactNode;
}

/** The two answers to an offer, then its outcome in their place. */
export function AcceptOrDecline({ of, outcome, variant, answer, decline }: AcceptOrDeclineProps) {
  const [busy, setBusy] = useState(false);
  const press = async (status: 'accepted' | 'declined') => {
    setBusy(true);
    await answer(status);
    setBusy(false);
  };
  return (
    <Decided outcome={outcome} className="*:gap-x-1 sm:*:gap-x-2">
      <OnlineButton
        size="sm"
        {...(variant && { variant })}
        busy={busy}
        onClick={() => press('accepted')}
        aria-label={`Accept ${of}`}
      >
        Accept
      </OnlineButton>
      {decline ?? (
        <OnlineButton
          size="sm"
          variant="ghost"
          busy={busy}
          onClick={() => press('declined')}
          aria-label={`Decline ${of}`}
        >
          Decline
        </OnlineButton>
      )}
    </Decided>
  );
}
