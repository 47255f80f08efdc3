import toast from 'react-hot-toast';
import { errorText } from '../../api/errors';
import { connectToProject, type Detail } from '../../stores/project-pages';
import { Button } from '../../ui/Button';
import { StandingRow } from './StandingRow';

const words: Record<string, string> = { pending: 'Requested', approved: 'Approved' };

interface InterestActionProps {
  projectId: number;
  standing: Detail['my_connection'];
  member: boolean;
}

/** I'm Interested, or what became of it. Interest that was denied may be shown again. */
export function InterestAction({ projectId, standing, member }: InterestActionProps) {
  const status = standing === null ? undefined : words[standing.status];
  if (status !== undefined) return <StandingRow label="Your interest" status={status} />;

  const show = async () => {
    if (!member) {
      toast.error('Please login to show interest');
      return;
    }
    const answer = await connectToProject(projectId);
    if (answer.ok) toast.success('Interest sent successfully!');
    else toast.error(errorText(answer.error, 'Failed to send interest'));
  };
  return (
    <>
      {standing !== null && <StandingRow label="Your interest" status="Denied" />}
      <Button variant="primary" block onClick={show}>
        I'm Interested
      </Button>
    </>
  );
}
