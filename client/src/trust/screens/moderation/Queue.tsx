import { coreLimits } from '@sangam/shared/core/limits';
import { type ModeratorDecision, reportReasonWords } from '@sangam/shared/core/reports';
import type { ReportLine } from '@sangam/shared/trust/moderation';
import { ShieldCheck } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router-dom';
import { errorText } from '../../../core/api/errors';
import { hasFailed } from '../../../core/store/loadable';
import { isOffline } from '../../../lib/network';
import { wireLabel } from '../../../lib/wire-label';
import { Card } from '../../../ui/Card';
import { Chip } from '../../../ui/Chip';
import { cx } from '../../../ui/cx';
import { EmptyState } from '../../../ui/page/EmptyState';
import { ShowMore } from '../../../ui/page/ShowMore';
import { CardSkeleton } from '../../../ui/page/Skeleton';
import { WhenLoaded } from '../../../ui/page/WhenLoaded';
import { TimeAgo } from '../../../ui/TimeAgo';
import { loadMoreReports, loadReports, useModeration } from '../../state/moderation';
import { decisionWords, subjectWords } from './report-words';

interface QueueProps {
  state: 'open' | 'decided';
  openId: number | null;
  linkTo: (id: number) => string;
  className: string;
}

/** Open reports, oldest first, or decided ones. Polls while it is on screen. */
export function Queue({ state, openId, linkTo, className }: QueueProps) {
  const queue = useModeration(({ queues }) => queues[state]);
  const open = useModeration(({ queues }) => queues[state].data?.open);
  useEffect(() => {
    void loadReports(state);
    const timer = setInterval(() => isOffline() || void loadReports(state), coreLimits.pollIntervalMs);
    return () => clearInterval(timer);
  }, [state]);
  const { data } = queue;
  // Reports decided here keep their rows until the queue is fetched again, but are no longer counted.
  const decidedHere = useModeration(
    ({ byId }) =>
      (data?.reports ?? []).filter(({ id, decision }) => decision === null && byId[id]?.data?.decided).length,
  );
  const showMore = async () => {
    const answer = await loadMoreReports(state);
    return answer.ok ? null : errorText(answer.error, 'Failed to load reports');
  };
  return (
    <section aria-label="Queue" className={cx('grid content-start gap-4', className)}>
      <nav aria-label="Reports" className="flex gap-2 border-line border-b">
        <Tab to="/moderation" active={state === 'open'}>
          Open{open === undefined ? '' : ` (${state === 'open' ? open - decidedHere : open})`}
        </Tab>
        <Tab to="/moderation?state=decided" active={state === 'decided'}>
          Decided
        </Tab>
      </nav>
      <WhenLoaded
        data={data}
        failed={hasFailed(queue)}
        what="reports"
        skeleton={<CardSkeleton className="h-48" />}
        onRetry={() => loadReports(state)}
      >
        {({ reports }) =>
          reports.length === 0 ? (
            <EmptyState icon={ShieldCheck} title={state === 'open' ? 'No open reports' : 'No decisions yet'}>
              {state === 'open' ? 'New reports appear here.' : 'Decisions appear here.'}
            </EmptyState>
          ) : (
            <Card flush>
              <ul aria-label="Reports" className="divide-y divide-line">
                {reports.map((line) => (
                  <li key={line.id}>
                    <Line line={line} isOpen={line.id === openId} to={linkTo(line.id)} />
                  </li>
                ))}
              </ul>
            </Card>
          )
        }
      </WhenLoaded>
      {data?.has_more && <ShowMore what="reports" busy={false} onMore={showMore} />}
    </section>
  );
}

/** A line keeps its place after the decision until the queue is fetched again. */
function Line({ line, isOpen, to }: { line: ReportLine; isOpen: boolean; to: string }) {
  const decidedHere = useModeration(({ byId }) => byId[line.id]?.data?.decided?.decision);
  const decision: ModeratorDecision | null = line.decision ?? decidedHere ?? null;
  return (
    <Link
      to={to}
      aria-current={isOpen ? 'true' : undefined}
      className={cx(
        'grid gap-1 border-l-2 px-4 py-3 hover:bg-hover',
        isOpen ? 'border-fg bg-hover' : 'border-transparent',
      )}
    >
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="wrap-anywhere min-w-0 font-medium text-sm">{subjectWords(line)}</span>
        {line.reports > 1 && <Chip tone="line">{line.reports} reports</Chip>}
      </span>
      {/* On its own line, so that neither the decision nor a longer time moves the lines below. */}
      <span className="flex gap-1 text-muted text-sm">
        <span className={cx('truncate', decision !== null && 'font-medium text-fg')}>
          {decision === null ? wireLabel(reportReasonWords, line.reason) : wireLabel(decisionWords, decision)}
        </span>{' '}
        <span className="shrink-0">
          · <TimeAgo time={line.decided_at ?? line.created_at} />
        </span>
      </span>
    </Link>
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
        active ? 'border-fg text-fg' : 'border-transparent text-muted hover:text-fg',
      )}
    >
      {children}
    </Link>
  );
}
