import { CornerUpLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { dropReturn } from '../../state/thread/return-places';
import { goToMessage } from './conversation-address';
import { pill } from './jump-pill';

interface ReturnPillProps {
  otherId: number;
  /** The reply whose quote was followed. */
  seq: number;
  isInView: boolean;
}

/** Leads back to the reply whose quote the reader has followed, until it is in view again. */
export function ReturnPill({ otherId, seq, isInView }: ReturnPillProps) {
  const hasLeft = useRef(false);
  useEffect(() => {
    if (!isInView) hasLeft.current = true;
    else if (hasLeft.current) dropReturn(otherId);
  }, [isInView, otherId]);
  if (isInView) return null;
  return (
    <button
      type="button"
      onClick={() => {
        dropReturn(otherId);
        void goToMessage(otherId, seq);
      }}
      className={pill}
    >
      <CornerUpLeft aria-hidden className="size-4" />
      Back to reply
    </button>
  );
}
