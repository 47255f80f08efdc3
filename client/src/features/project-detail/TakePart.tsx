import { intentLink } from '../../lib/intent-link';
import { withNext } from '../../lib/next-path';
import type { ProjectEntity } from '../../stores/entities/projects';
import type { ProjectPage } from '../../stores/project-pages';
import { ButtonLink } from '../../ui/ButtonLink';
import { Card } from '../../ui/Card';
import { InterestAction } from './InterestAction';
import { JoinAction } from './JoinAction';
import { useIntent } from './use-intent';

interface TakePartProps {
  project: ProjectEntity;
  page: ProjectPage;
  userId: number | null;
}

/** Where the reader stands with the project, and what they can do next. */
export function TakePart({ project, page, userId }: TakePartProps) {
  const intent = useIntent(userId !== null);
  return (
    <Card className="grid gap-3">
      <h2 className="eyebrow">Take part</h2>
      <InterestAction projectId={project.id} member={userId !== null} intended={intent === 'interest'} />
      {userId === null ? (
        <>
          <p className="text-muted text-sm">Login to request to connect with the project owner.</p>
          <ButtonLink to={withNext('/login', intentLink(project.id, 'join'))} block>
            Sign in to join
          </ButtonLink>
        </>
      ) : (
        <JoinAction project={project} page={page} intended={intent === 'join'} />
      )}
    </Card>
  );
}
