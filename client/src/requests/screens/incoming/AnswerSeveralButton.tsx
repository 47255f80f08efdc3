import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { useState } from 'react';
import type { List } from '../../../core/store/list';
import { latePart } from '../../../lib/loading/lazy-part';
import { Button } from '../../../ui/button/Button';
import { useIsFullFor } from '../../state/waitlist';

/** Few creators have many requests at once. */
const AnswerSeveral = latePart(() => import('./AnswerSeveral'), 'AnswerSeveral');

interface AnswerSeveralButtonProps {
  /** The pending requests, in the order of their deadlines. */
  requests: readonly JoinRequest[];
  /** The list that contains the requests. */
  list: List<JoinRequest>;
  className: string;
}

/** Opens the dialog that rejects several requests at once, or adds them to a waitlist, while there are several. */
export function AnswerSeveralButton({ requests, list, className }: AnswerSeveralButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const isFullFor = useIsFullFor();
  return (
    <>
      {requests.length > 1 && (
        <Button size="sm" variant="ghost" className={className} onClick={() => setOpen(true)}>
          {requests.some(isFullFor) ? 'Answer several' : 'Reject several'}
        </Button>
      )}
      {isOpen && <AnswerSeveral requests={requests} list={list} onClose={() => setOpen(false)} />}
    </>
  );
}
