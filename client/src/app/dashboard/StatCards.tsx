import type { Stats } from '@sangam/shared/app/dashboard';
import { isolate } from '@sangam/shared/core/isolate';
import { dayMs } from '@sangam/shared/core/limits';
import { profileCompletion } from '@sangam/shared/people/profile';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../core/session/session';
import { hasFailed } from '../../core/store/loadable';
import { passFocusOn } from '../../lib/dom/pass-focus-on';
import { useReadLimitS } from '../../lib/hooks/use-read-limit';
import { latePart } from '../../lib/loading/lazy-part';
import { useLoadAgain } from '../../lib/loading/use-load-again';
import { myTeams } from '../../requests/state/my-work';
import { useOnce } from '../../ui/button/use-once';
import { Skeleton } from '../../ui/page/Skeleton';
import { useNow } from '../../ui/TimeAgo';
import { useOwnChanges } from '../own-changes';
import { Section } from '../work/Section';
import { loadActivity, loadStats, useDashboard } from './dashboard-store';

/** Loaded when it is opened. */
const AchievementsDialog = latePart(() => import('../achievements/AchievementsDialog'), 'AchievementsDialog');

/** The four stat cards. A count that couldn't be loaded shows as a dash: 0 would be untrue. */
export function StatCards() {
  const stats = useDashboard((state) => state.stats);
  const { data } = stats;
  const failed = hasFailed(stats);
  const pending = data === null && !failed;
  useLoadAgain(loadStats, failed);
  const isLimited = useReadLimitS() > 0;
  const [, retry] = useOnce(() => isLimited || loadStats());
  const cards = [
    { label: 'Total projects', value: data?.totalProjects, note: projectsNote(data) },
    { label: 'Active collaborations', value: data?.activeCollaborations, note: collaborationsNote(data) },
    { label: 'Messages', value: data?.totalMessages, note: 'Direct, sent and received' },
  ];
  return (
    <Section
      title="Your statistics"
      aside={
        failed && (
          <>
            <span className="text-muted text-sm">Failed to load</span>
            <button
              ref={passFocusOn}
              type="button"
              aria-disabled={isLimited || undefined}
              onClick={retry}
              className="min-h-control-sm min-w-control-sm text-muted text-sm underline"
            >
              Retry
            </button>
          </>
        )
      }
    >
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line lg:grid-cols-4">
        {cards.map(({ label, value, note }) => (
          <div key={label} className="bg-surface p-4 sm:p-5">
            <dt className="text-muted text-sm">{label}</dt>
            <dd>
              <Figure value={value} pending={pending} />
              <span className="text-faint text-xs">{data === null ? '\u00a0' : note}</span>
            </dd>
          </div>
        ))}
        <AchievementsCard stats={data} pending={pending} />
      </dl>
    </Section>
  );
}

/** A card's number, or a dash for one that couldn't be loaded. */
function Figure({ value, pending }: { value: number | undefined; pending: boolean }) {
  if (pending) return <Skeleton className="my-1 h-7 w-14" />;
  return <span className="block font-[640] text-2xl tracking-tight">{value?.toLocaleString('en-IN') ?? '–'}</span>;
}

/** The number of the member's achievements; pressing the card lists them. */
function AchievementsCard({ stats, pending }: { stats: Stats | null; pending: boolean }) {
  const user = useSession((state) => state.user);
  const [isOpen, setOpen] = useState(false);
  if (user === null) return null;
  const kinds = stats?.achievements ?? [];
  const count = kinds.length + (profileCompletion(user).missing.length === 0 ? 1 : 0);
  return (
    <div className="relative bg-surface p-4 sm:p-5">
      <dt className="text-muted text-sm">Achievements</dt>
      <dd>
        <Figure value={stats ? count : undefined} pending={pending} />
        {stats === null ? (
          <span className="text-xs">{'\u00a0'}</span>
        ) : (
          // The whole card is a button.
          <button
            type="button"
            onClick={() => setOpen(true)}
            className="text-faint text-xs underline underline-offset-2 after:absolute after:inset-0 hover:text-fg"
          >
            See all<span className="sr-only"> achievements</span>
          </button>
        )}
        {isOpen && <AchievementsDialog kinds={kinds} user={user} onClose={() => setOpen(false)} />}
      </dd>
    </div>
  );
}

/** Compares the number of projects with a month ago, in the words of R13.1. '' before the stats have loaded. */
export function projectsNote(stats: Stats | null): string {
  if (stats === null) return '';
  const { totalProjects, projectsMonthAgo } = stats;
  const added = totalProjects - projectsMonthAgo;
  if (projectsMonthAgo === 0) return added === 0 ? 'None yet' : `+${added} new this month`;
  return `+${Math.round((added / projectsMonthAgo) * 100)}% from last month`;
}

/** The number of collaborations that began this week. '' before the stats have loaded. */
export function collaborationsNote(stats: Stats | null): string {
  if (stats === null) return '';
  return stats.activeCollaborations === 0 ? 'None yet' : `+${stats.newCollaborations} new this week`;
}

/** Whether the activity names the project by an outdated title. Lines without a kind, from an earlier version, keep their text. */
const isRenamed = ({ id, title }: { id: number; title?: string }): boolean =>
  useDashboard
    .getState()
    .activity.data?.lines.some(
      ({ kind, project_id, message }) => kind && project_id === id && !message.includes(`“${isolate(title ?? '')}”`),
    ) === true;

const loadFigures = () => void Promise.all([loadStats(), loadActivity()]);

/** Projects of the member's teams count, too: finishing one is an achievement of the whole team. */
const isOfTeam = ({ id }: { id: number }): boolean =>
  myTeams.items()?.some(({ project_id }) => project_id === id) === true;

/**
 * Fetches stats and activity again when requests, interests, projects of the member's teams, or titles in the activity change, even on
 * another device, and when a new day begins, since some figures cover the last days.
 */
export function useFreshStats(): void {
  useOwnChanges(loadFigures, (project) => isOfTeam(project) || isRenamed(project));
  const day = Math.floor(useNow() / dayMs);
  const shown = useRef(day);
  useEffect(() => {
    if (day !== shown.current) loadFigures();
    shown.current = day;
  }, [day]);
}
