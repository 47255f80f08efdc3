import { isolate } from '@sangam/shared/core/isolate';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import toast from 'react-hot-toast/headless';
import { actFailureText } from '../../../core/api/errors';
import { localTime } from '../../../lib/text/local-time';
import { projects } from '../../../projects/state/project-table';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { useNow } from '../../../ui/TimeAgo';
import { reopenJoinRequest } from '../../state/requests';

interface ReopenProps {
  request: JoinRequest;
  /** Leaves out the deadline, which is shown elsewhere. */
  short?: boolean;
}

/** Reopens a rejected request, for 7 days after the rejection. Placed below the answers, so that a second press doesn't accept anybody. */
export function Reopen({ request, short }: ReopenProps) {
  const { id, status, user_name, project_id, reopen_until } = request;
  const now = useNow();
  const isClosed = projects.use(({ byId }) => (byId[project_id]?.state ?? 'open') !== 'open');
  if (status !== 'rejected' || reopen_until === undefined || Date.parse(reopen_until) <= now || isClosed) return null;
  const reopen = async () => {
    const answer = await reopenJoinRequest(id);
    if (answer.ok) toast.success(`${isolate(user_name)}’s request was reopened`);
    else toast.error(actFailureText(answer.error, 'Failed to reopen the request'));
  };
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-muted text-sm">
      {!short && `You can reopen this request until ${localTime(reopen_until)}.`}
      <OnlineButton size="sm" aria-label={`Reopen ${isolate(user_name)}’s request`} onClick={reopen}>
        Reopen
      </OnlineButton>
    </p>
  );
}
