import { useEffect, useState } from 'react';
import toast from 'react-hot-toast';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { errorText } from '../../../core/api/errors';
import { type Intent, intentLink } from '../../../lib/links/next-path';
import type { ProjectEntity } from '../../../projects/state/project-table';
import { Button } from '../../../ui/button/Button';
import { Card } from '../../../ui/Card';
import { toastSignIn } from '../../../ui/overlay/sign-in-toast';
import { showInterest, useMyInterest } from '../../state/interests';
import type { Standing } from '../../state/join-state';
import { JoinStatus, RequestStatusRow } from './JoinStatus';

interface TakePartProps {
  project: ProjectEntity;
  standing: Standing;
  member: boolean;
}

/**
 * One loud action for each standing: joining while there is a seat, interest where the team is full. Others find it at
 * the creator's card: writing to them.
 */
const interestLook: Record<Standing, 'primary' | 'secondary' | null> = {
  visitor: 'secondary',
  stranger: 'secondary',
  asked: 'secondary',
  declined: 'secondary',
  full: 'primary',
  closed: null,
  finished: null,
  member: null,
  creator: null,
};

/** Where the reader stands with the project, and what they can do next. */
export function TakePart({ project, standing, member }: TakePartProps) {
  const intent = useIntent(member);
  const look = interestLook[standing];
  return (
    <Card className="grid gap-3">
      <h2 className="eyebrow">Take part</h2>
      {!member && <p className="text-muted text-sm">Login to request to connect with the project owner.</p>}
      <JoinStatus project={project} standing={standing} intended={intent === 'join'} />
      <InterestAction projectId={project.id} member={member} intended={intent === 'interest'} look={look} />
      {look !== null && (
        <p className="text-faint text-sm">
          Joining asks for a seat in the team. Interest takes no seat: it shows the creator your profile.
        </p>
      )}
    </Card>
  );
}

const interestWords: Record<string, string> = { pending: 'Requested', approved: 'Approved' };

interface InterestActionProps {
  projectId: number;
  member: boolean;
  /** The member came to show interest: the button has the focus. */
  intended: boolean;
  /** How loud the button is; null where only what became of earlier interest is shown. */
  look: 'primary' | 'secondary' | null;
}

/** I'm Interested, or what became of it. Interest that was denied may be shown again. */
function InterestAction({ projectId, member, intended, look }: InterestActionProps) {
  const own = useMyInterest(projectId);
  const status = own && interestWords[own.status];
  if (status !== undefined) return <RequestStatusRow label="Your interest" status={status} />;

  const show = async () => {
    if (!member) {
      toastSignIn('Please login to show interest', intentLink(projectId, 'interest'));
      return;
    }
    const answer = await showInterest(projectId);
    if (answer.ok) toast.success('Interest sent successfully!');
    else toast.error(errorText(answer.error, 'Failed to send interest'));
  };
  return (
    <>
      {own && <RequestStatusRow label="Your interest" status={own.ended_by ? 'Ended' : 'Denied'} />}
      {look && (
        <Button variant={look} block autoFocus={intended} onClick={show}>
          I'm Interested
        </Button>
      )}
    </>
  );
}

const readIntent = (value: string | null): Intent | null => (value === 'join' || value === 'interest' ? value : null);

/**
 * The intent that the address brings along (`/projects/7?intent=join`), for a member. It is cleared once it is read, so that
 * a reload does not repeat it; a visitor's address keeps it over the sign-in.
 */
function useIntent(member: boolean): Intent | null {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const named = readIntent(query.get('intent'));
  const [intent] = useState(named);
  useEffect(() => {
    if (member && named !== null) navigate({ search: '' }, { replace: true });
  }, [member, named, navigate]);
  return member ? intent : null;
}
