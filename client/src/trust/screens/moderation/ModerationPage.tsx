import { Navigate, useParams } from 'react-router-dom';
import { useSession } from '../../../core/session/session';
import { CaseView } from './CaseView';
import { Queue } from './Queue';

/** What members reported. To everybody but moderators it is an unknown path (R1.3). */
export function ModerationPage() {
  const isModerator = useSession(({ user }) => user?.is_moderator === true);
  const { reportId } = useParams();
  if (!isModerator) return <Navigate to="/" replace />;
  if (reportId === undefined) return <Queue />;
  const id = Number(reportId);
  return Number.isSafeInteger(id) && id > 0 ? <CaseView key={id} id={id} /> : <Navigate to="/moderation" replace />;
}
