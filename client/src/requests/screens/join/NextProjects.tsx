import type { EndReason } from '@sangam/shared/projects/lifecycle';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { PagePart } from '../../../lib/loading/page-parts';
import { useMyInterest } from '../../state/interests';
import { useMyRequest } from '../../state/requests';

const SuitedProjects = lazyPart(() => import('../../../projects/screens/page/SuitedProjects'), 'SuitedProjects');

interface Ended {
  status: string;
  ended_by?: EndReason | undefined;
}

/** Whether a request or an interest ended against the applicant's wish. */
export const endedAgainstWish = ({ status, ended_by }: Ended): boolean =>
  ended_by === undefined
    ? status === 'rejected' || status === 'denied'
    : !['took_over', 'withdrawn', 'joined'].includes(ended_by);

/** Other projects for a member whose request or interest here ended against their wish. Renders nothing for everybody else. */
export function NextProjects({ projectId }: { projectId: number }) {
  const request = useMyRequest(projectId);
  const interest = useMyInterest(projectId);
  const isWaiting = request?.status === 'pending' || request?.status === 'accepted' || interest?.status === 'pending';
  if (isWaiting || ![request, interest].some((ended) => ended !== undefined && endedAgainstWish(ended))) return null;
  return (
    <PagePart>
      <SuitedProjects projectId={projectId} />
    </PagePart>
  );
}
