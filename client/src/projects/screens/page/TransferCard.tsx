import toast from 'react-hot-toast';
import { errorText } from '../../../core/api/errors';
import { localTime } from '../../../lib/text/local-time';
import { Button } from '../../../ui/button/Button';
import { Card } from '../../../ui/Card';
import type { ProjectEntity } from '../../state/project-table';
import { useTransferOf } from '../../state/transfer-table';
import { cancelTransfer } from '../../state/transfers';
import { TransferAnswer } from '../parts/TransferAnswer';

interface TransferCardProps {
  project: ProjectEntity;
  userId: number | null;
}

/** The pending transfer, for the creator and the member it's offered to. Renders nothing for others. */
export function TransferCard({ project, userId }: TransferCardProps) {
  const offer = useTransferOf(project.id);
  if (!offer || userId === null) return null;
  const own = userId === project.creator_id;
  return (
    <Card role="status" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="min-w-0 grow basis-60 break-words text-sm">
        {offer.answer_by ? (
          <>
            {offer.creator_name} is leaving Sangam. The first member of the team to accept becomes this project’s
            creator. It closes if nobody accepts by {localTime(offer.answer_by)}.
          </>
        ) : own ? (
          <>You asked {offer.user_name} to take this project over.</>
        ) : (
          <>
            {offer.creator_name} asks you to take this project over: you would be its creator, and answer what is
            pending. {offer.creator_name} stays in the team.
          </>
        )}
      </p>
      {own ? (
        <CancelTransferButton projectId={project.id} name={offer.user_name} />
      ) : (
        <TransferAnswer id={offer.id} projectId={project.id} title={project.title} />
      )}
    </Card>
  );
}

function CancelTransferButton({ projectId, name }: { projectId: number; name: string }) {
  const takeBack = async () => {
    const answer = await cancelTransfer(projectId);
    if (answer.ok) toast.success(`${name} is no longer asked to take over`);
    else toast.error(errorText(answer.error, 'Failed to stop the hand-over'));
  };
  return (
    <Button size="sm" onClick={takeBack}>
      Stop the hand-over
    </Button>
  );
}
