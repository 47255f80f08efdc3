import type { Analytics, AnalyticsWeek } from '@sangam/shared/app/analytics';
import { ChartNoAxesColumn } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { request } from '../../core/api/client';
import { hasFailed, idle, type Loadable, load } from '../../core/store/loadable';
import { ButtonLink } from '../../ui/button/ButtonLink';
import { Card } from '../../ui/Card';
import { Select } from '../../ui/form/Select';
import { EmptyState } from '../../ui/page/EmptyState';
import { LoadFailed } from '../../ui/page/LoadFailed';
import { Page } from '../../ui/page/Page';
import { CardSkeleton, Loading } from '../../ui/page/Skeleton';
import { useOwnChanges } from '../own-changes';
import { Charts } from './Charts';

const ranges = [4, 12, 26];

/** The member's own figures by week, from stored facts. Visitors are not tracked. */
export function AnalyticsPage() {
  const [weeks, setWeeks] = useState(12);
  const [figures, set] = useState<Loadable<Analytics>>(idle);
  const { data } = figures;
  const loadFigures = useCallback(
    () =>
      load(
        set,
        () => request('GET /api/dashboard/analytics', { query: { weeks } }),
        (answer) => answer.data,
      ),
    [weeks],
  );
  useEffect(() => {
    void loadFigures();
  }, [loadFigures]);
  useOwnChanges(loadFigures);
  const failed = hasFailed(figures);
  return (
    <Page title="Analytics" className="grid content-start gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="page-title">Analytics</h1>
          <p className="text-muted">Your activity by week. Only you can see it.</p>
        </div>
        <Select
          label="Period"
          hideLabel
          value={String(weeks)}
          onChange={(event) => setWeeks(Number(event.target.value))}
        >
          {ranges.map((range) => (
            <option key={range} value={range}>
              {`Last ${range} weeks`}
            </option>
          ))}
        </Select>
      </div>
      {failed && <LoadFailed message="Failed to load your analytics" onRetry={loadFigures} />}
      {data === null && !failed && (
        <Loading label="Loading your analytics" className="grid gap-4 md:grid-cols-2">
          {['a', 'b', 'c', 'd'].map((key) => (
            <CardSkeleton key={key} className="h-84" />
          ))}
        </Loading>
      )}
      {data !== null && (data.weeks.every(isEmpty) ? <NothingYet /> : <Charts {...data} />)}
    </Page>
  );
}

const isEmpty = ({ start: _start, answer_hours: _hours, ...counts }: AnalyticsWeek): boolean =>
  Object.values(counts).every((count) => count === 0);

const NothingYet = () => (
  <Card flush>
    <EmptyState
      icon={ChartNoAxesColumn}
      title="No activity in these weeks"
      action={
        <ButtonLink to="/projects" size="sm">
          Browse projects
        </ButtonLink>
      }
    >
      Your requests, answers, messages and teams appear here.
    </EmptyState>
  </Card>
);
