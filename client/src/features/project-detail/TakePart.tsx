import type { Detail } from '../../stores/project-pages';
import { Card } from '../../ui/Card';
import { InterestAction } from './InterestAction';
import { JoinAction } from './JoinAction';

/** Where the reader stands with the project, and what they can do next. */
export function TakePart({ detail, userId }: { detail: Detail; userId: number | null }) {
  return (
    <Card className="grid gap-3">
      <h2 className="eyebrow">Take part</h2>
      <InterestAction projectId={detail.project.id} requestStatus={detail.my_connection} member={userId !== null} />
      {userId === null ? (
        <p className="text-muted text-sm">Login to request to connect with the project owner.</p>
      ) : (
        <JoinAction detail={detail} />
      )}
    </Card>
  );
}
