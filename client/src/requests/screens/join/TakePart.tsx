import type { ProjectEntity } from '../../../projects/state/project-table';
import { Card } from '../../../ui/Card';
import type { Standing } from '../../state/standing';
import { InterestAction } from './InterestAction';
import { JoinAction } from './JoinAction';
import { useIntent } from './use-intent';

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
      <JoinAction project={project} standing={standing} intended={intent === 'join'} />
      <InterestAction projectId={project.id} member={member} intended={intent === 'interest'} look={look} />
      {look !== null && (
        <p className="text-faint text-sm">
          Joining asks for a seat in the team. Interest takes no seat: it shows the creator your profile.
        </p>
      )}
    </Card>
  );
}
