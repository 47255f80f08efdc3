import type { ProjectEntity } from '../../stores/entities/projects';
import type { ProjectPage } from '../../stores/project-pages';
import { Card } from '../../ui/Card';
import { InterestAction } from './InterestAction';
import { JoinAction } from './JoinAction';

interface TakePartProps {
  project: ProjectEntity;
  page: ProjectPage;
  userId: number | null;
}

/** Where the reader stands with the project, and what they can do next. */
export function TakePart({ project, page, userId }: TakePartProps) {
  return (
    <Card className="grid gap-3">
      <h2 className="eyebrow">Take part</h2>
      <InterestAction projectId={project.id} member={userId !== null} />
      {userId === null ? (
        <p className="text-muted text-sm">Login to request to connect with the project owner.</p>
      ) : (
        <JoinAction project={project} page={page} />
      )}
    </Card>
  );
}
