import type { Stats } from '@sangam/shared/app/dashboard';
import { useEffect } from 'react';
import { currentUserId } from '../../core/session/session';
import type { List } from '../../core/store/list';
import { hasFailed } from '../../core/store/loadable';
import { useLoadAgain } from '../../lib/loading/use-load-again';
import { projects } from '../../projects/state/project-table';
import { incomingInterests, interests } from '../../requests/state/interests';
import { incomingRequests, myRequests } from '../../requests/state/requests';
import { Skeleton } from '../../ui/page/Skeleton';
import { loadActivity, loadStats, useDashboard } from './dashboard-store';
import { Section } from './Section';

// A fixed text (R9.2): no stored data measures a member's achievement.
const ACHIEVEMENT_SCORE = 98;

/** The four stat cards. A count that couldn't be loaded shows as 0. */
export function StatCards() {
  const stats = useDashboard((state) => state.stats);
  const { data } = stats;
  const failed = hasFailed(stats);
  const pending = data === null && !failed;
  useLoadAgain(failed, loadStats);
  const cards = [
    { label: 'Total projects', value: data?.totalProjects ?? 0, note: projectsNote(data) },
    { label: 'Active collaborations', value: data?.activeCollaborations ?? 0, note: collaborationsNote(data) },
    { label: 'Messages', value: data?.totalMessages ?? 0, note: 'Sent and received' },
    { label: 'Achievement score', value: ACHIEVEMENT_SCORE, note: 'Top 5% performer' },
  ];
  return (
    <Section
      title="Your statistics"
      aside={
        failed && (
          <button
            type="button"
            onClick={() => void loadStats()}
            className="min-h-control-sm min-w-control-sm text-muted text-sm underline"
          >
            Retry
          </button>
        )
      }
    >
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line lg:grid-cols-4">
        {cards.map(({ label, value, note }) => (
          <div key={label} className="bg-surface p-4 sm:p-5">
            <dt className="text-muted text-sm">{label}</dt>
            <dd>
              {pending ? (
                <Skeleton className="my-1 h-7 w-14" />
              ) : (
                <span className="tabular block font-[640] text-2xl tracking-tight">
                  {value.toLocaleString('en-IN')}
                </span>
              )}
              <span className="text-faint text-xs">{pending ? '\u00a0' : note}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** Compares the number of projects with a month ago, in the words of R13.5. '' before the stats have loaded. */
export function projectsNote(stats: Stats | null): string {
  if (stats === null) return '';
  const { totalProjects, projectsMonthAgo } = stats;
  const added = totalProjects - projectsMonthAgo;
  if (projectsMonthAgo === 0) return added === 0 ? 'None yet' : `${added} new this month`;
  return `+${Math.round((added / projectsMonthAgo) * 100)}% from last month`;
}

/** The number of collaborations that began this week. '' before the stats have loaded. */
export const collaborationsNote = (stats: Stats | null): string =>
  stats === null ? '' : `+${stats.newCollaborations} new this week`;

/** Long enough to gather the events of one action. */
const AFTER_MS = 500;

interface Decidable {
  id: number;
  status: string;
}
const statuses = (list: List<Decidable>): string | undefined =>
  list
    .items()
    ?.map(({ id, status }) => `${id} ${status}`)
    .join();

/**
 * Stats and activity depend on requests, interests and the member's own projects. Fetches them again when those change
 * on screen, also from another device.
 */
export function useFreshStats(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void Promise.all([loadStats(), loadActivity()]);
      }, AFTER_MS);
    };
    // The first load and an unchanged answer need no fetch.
    const follow = (list: List<Decidable>) => {
      let before = statuses(list);
      return list.subscribe(() => {
        const now = statuses(list);
        if (before !== undefined && now !== undefined && before !== now) soon();
        before = now;
      });
    };
    const stops = [
      follow(incomingRequests),
      follow(myRequests),
      follow(incomingInterests),
      interests.onChange((interest) => interest.requester_id === currentUserId() && soon()),
      projects.onChange((project) => project.creator_id === currentUserId() && soon()),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, []);
}
