import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { useState } from 'react';
import type { List } from '../../../core/store/list';
import { latePart } from '../../../lib/loading/lazy-part';
import { Button } from '../../../ui/button/Button';

/** Few creators have many requests at once. */
const AnswerSeveral = latePart(() => import('./AnswerSeveral'), 'AnswerSeveral');

interface AnswerSeveralButtonProps {
  /** The pending requests, in the order of their deadlines. */
  requests: readonly JoinRequest[];
  /** The list that contains the requests. */
  list: List<JoinRequest>;
  className: string;
}

/** Opens the dialog that answers several requests at once. Renders nothing while fewer than two are pending. */
export function AnswerSeveralButton({ requests, list, className }: AnswerSeveralButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {requests.length > 1 && (
        <Button size="sm" variant="ghost" className={className} onClick={() => setOpen(true)}>
          Answer several
        </Button>
      )}
      {isOpen && <AnswerSeveral requests={requests} list={list} onClose={() => setOpen(false)} />}
    </>
  );
}
