import { coreLimits } from '@sangam/shared/core/limits';
import { reportReasonWords } from '@sangam/shared/core/reports';
import { ShieldCheck } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link, Navigate, useParams, useSearchParams } from 'react-router-dom';
import { errorText } from '../../../core/api/errors';
import { useSession } from '../../../core/session/session';
import { hasFailed } from '../../../core/store/loadable';
import { Card } from '../../../ui/Card';
import { Chip } from '../../../ui/Chip';
import { cx } from '../../../ui/cx';
import { EmptyState } from '../../../ui/page/EmptyState';
import { LoadFailed } from '../../../ui/page/LoadFailed';
import { Page } from '../../../ui/page/Page';
import { ShowMore } from '../../../ui/page/ShowMore';
import { Loading, Skeleton } from '../../../ui/page/Skeleton';
import { TimeAgo } from '../../../ui/TimeAgo';
import { loadMoreReports, loadReports, useModeration } from '../../state/moderation';
import { CaseView } from './CaseView';
import { decisionWords, subjectWords } from './report-words';

/** Reports by members. For everybody but moderators it is an unknown path (R1.3). */
export function ModerationPage() {
  const isModerator = useSession(({ user }) => user?.is_moderator === true);
  const { reportId } = useParams();
  if (!isModerator) return <Navigate to="/" replace />;
  if (reportId === undefined) return <Queue />;
  const id = Number(reportId);
  return Number.isSafeInteger(id) && id > 0 ? <CaseView key={id} id={id} /> : <Navigate to="/moderation" replace />;
}

/** Open reports, the oldest first, or those that were decided. Fetched again from time to time while it is open. */
function Queue() {
  const [search] = useSearchParams();
  const state = search.get('state') === 'decided' ? 'decided' : 'open';
  const queue = useModeration(({ queues }) => queues[state]);
  const open = useModeration(({ queues }) => queues[state].data?.open);
  useEffect(() => {
    void loadReports(state);
    const timer = setInterval(() => void loadReports(state), coreLimits.pollIntervalMs);
    return () => clearInterval(timer);
  }, [state]);
  const { data } = queue;
  const showMore = async () => {
    const answer = await loadMoreReports(state);
    return answer.ok ? null : errorText(answer.error, 'Failed to load reports');
  };
  return (
    <Page title="Reports" className="grid max-w-3xl content-start gap-6">
      <h1 className="text-2xl">Reports</h1>
      <nav aria-label="Reports" className="flex gap-2 border-line border-b">
        <Tab to="/moderation" active={state === 'open'}>
          Waiting{open === undefined ? '' : ` (${open})`}
        </Tab>
        <Tab to="/moderation?state=decided" active={state === 'decided'}>
          Decided
        </Tab>
      </nav>
      {hasFailed(queue) ? (
        <LoadFailed message="Failed to load reports" onRetry={() => loadReports(state)} />
      ) : data === null ? (
        <Loading label="Loading reports">
          <Skeleton className="h-48" />
        </Loading>
      ) : data.reports.length === 0 ? (
        <EmptyState icon={ShieldCheck} title={state === 'open' ? 'Nothing waits' : 'Nothing was decided yet'}>
          {state === 'open' ? 'New reports appear here.' : 'Decisions appear here.'}
        </EmptyState>
      ) : (
        <Card flush>
          <ul aria-label="Reports" className="divide-y divide-line">
            {data.reports.map((line) => (
              <li key={line.id}>
                <Link to={`/moderation/${line.id}`} className="grid gap-1 px-4 py-3 hover:bg-hover">
                  <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                    <span className="wrap-anywhere min-w-0 font-medium">{subjectWords(line)}</span>
                    {line.decision !== null && <Chip>{decisionWords[line.decision]}</Chip>}
                    {line.reports > 1 && <Chip>{line.reports} reports</Chip>}
                  </span>
                  <span className="text-muted text-sm">
                    {reportReasonWords[line.reason]} · <TimeAgo time={line.created_at} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {data?.has_more && <ShowMore what="reports" busy={false} onMore={showMore} />}
    </Page>
  );
}

function Tab({ to, active, children }: { to: string; active: boolean; children: ReactNode }) {
  return (
    <Link
      to={to}
      replace
      aria-current={active ? 'page' : undefined}
      className={cx(
        '-mb-px flex min-h-control items-center border-b-2 px-3 font-medium text-sm',
        active ? 'border-accent text-fg' : 'border-transparent text-muted hover:text-fg',
      )}
    >
      {children}
    </Link>
  );
}
