import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import toast from 'react-hot-toast/headless';
import { errorText } from '../../../core/api/errors';
import { localTime } from '../../../lib/text/local-time';
import { projects } from '../../../projects/state/project-table';
import { Button } from '../../../ui/button/Button';
import { useNow } from '../../../ui/TimeAgo';
import { reopenJoinRequest } from '../../state/reopen';

/** When a rejected request can no longer be reopened; null if it can't be any more. */
function useReopenUntil({ status, project_id, reopen_until }: JoinRequest): string | null {
  const now = useNow();
  const isClosed = projects.use(({ byId }) => (byId[project_id]?.state ?? 'open') !== 'open');
  if (status !== 'rejected' || reopen_until === undefined || Date.parse(reopen_until) <= now || isClosed) return null;
  return reopen_until;
}

/** Reopens a rejected request, for 7 days. Below the answers, so that a second press on it accepts nobody. */
export function Reopen({ request }: { request: JoinRequest }) {
  const until = useReopenUntil(request);
  if (until === null) return null;
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-muted text-sm">
      You can reopen this request until {localTime(until)}.
      <ReopenButton request={request} />
    </p>
  );
}

/** The button alone, where the time is said already. */
export function ReopenButton({ request }: { request: JoinRequest }) {
  const { id, user_name } = request;
  if (useReopenUntil(request) === null) return null;
  const reopen = async () => {
    const answer = await reopenJoinRequest(id);
    if (answer.ok) toast.success(`${user_name}’s request was reopened`);
    else toast.error(errorText(answer.error, 'Failed to reopen the request'));
  };
  return (
    <Button size="sm" aria-label={`Reopen ${user_name}’s request`} onClick={reopen}>
      Reopen
    </Button>
  );
}
