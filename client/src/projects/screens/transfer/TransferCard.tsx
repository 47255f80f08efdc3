import { isolate } from '@sangam/shared/core/isolate';
import type { Transfer } from '@sangam/shared/projects/transfers';
import { type RefObject, useRef, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { actFailureText } from '../../../core/api/errors';
import { useWhenAtRest } from '../../../lib/hooks/use-still-rows';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { Card } from '../../../ui/Card';
import { Decided } from '../../../ui/decision/Decided';
import { MemberName } from '../../../ui/MemberName';
import { isCreator } from '../../state/creator';
import type { ProjectEntity } from '../../state/project-table';
import { useTransferOf } from '../../state/transfers';
import { cancelTransfer } from '../../sync/transfer-acts';
import { ClosesBy, TransferAnswer } from './TransferAnswer';

interface TransferCardProps {
  project: ProjectEntity;
  userId: number | null;
}

/** The pending transfer, for the creator and the member it's offered to, then its outcome. Renders nothing for others. */
export function TransferCard({ project, userId }: TransferCardProps) {
  const pending = useTransferOf(project.id);
  const place = useRef<HTMLDivElement>(null);
  const offer = useLingering(pending, place);
  if (!offer || userId === null) return null;
  const own = isCreator(offer, userId);
  // Keyed, since the answer to an earlier transfer is none to this one.
  return (
    <div ref={place} data-decision>
      <Card key={offer.id} role="status" className="grid gap-3">
        <p className="text-sm">
          {offer.answer_by ? (
            <>
              <MemberName id={offer.creator_id} name={offer.creator_name} isGone /> is leaving Sangam. The first member
              of the team to accept becomes this project’s creator. <ClosesBy time={offer.answer_by} />
            </>
          ) : own ? (
            <>
              You asked <MemberName id={offer.user_id} name={offer.user_name} /> to become this project’s creator.
            </>
          ) : (
            <>
              <MemberName id={offer.creator_id} name={offer.creator_name} /> wants to transfer this project to you. If
              you accept, you’ll manage it and answer its requests. {isolate(offer.creator_name)} stays in the team.
            </>
          )}
        </p>
        {own ? (
          <CancelTransferButton projectId={project.id} name={offer.user_name} isGone={!pending} />
        ) : (
          <TransferAnswer
            id={offer.id}
            projectId={project.id}
            title={project.title}
            isFinal={offer.answer_by !== undefined}
            isGone={!pending}
            variant="primary"
          />
        )}
      </Card>
    </div>
  );
}

/** Returns the pending transfer, or the last one while the reader may be about to press in its place. */
function useLingering(pending: Transfer | undefined, place: RefObject<Element | null>): Transfer | undefined {
  const [shown, setShown] = useState(pending);
  if (pending !== undefined && pending !== shown) setShown(pending);
  useWhenAtRest(pending !== shown, () => setShown(undefined), place);
  return pending ?? shown;
}

function CancelTransferButton({ projectId, name, isGone }: { projectId: number; name: string; isGone: boolean }) {
  // As in `TransferAnswer`, a live update may come before the server's answer.
  const [isPressed, setPressed] = useState(false);
  const cancel = async () => {
    setPressed(true);
    const answer = await cancelTransfer(projectId);
    if (answer.ok) toast.success(`The transfer to ${isolate(name)} was cancelled`);
    else {
      setPressed(false);
      toast.error(actFailureText(answer.error, 'Failed to cancel the transfer'));
    }
  };
  return (
    <Decided outcome={!isGone ? null : isPressed ? 'Cancelled' : 'No longer pending'}>
      <OnlineButton size="sm" onClick={cancel}>
        Cancel transfer
      </OnlineButton>
    </Decided>
  );
}
