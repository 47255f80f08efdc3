import { hasFailed } from '../../core/store/loadable';
import { useLoadAgain } from '../../lib/loading/use-load-again';
import { Skeleton } from '../../ui/page/Skeleton';
import { loadStats, useDashboard } from './dashboard-store';
import { Section } from './Section';
import { collaborationsNote, projectsNote } from './stat-notes';

// A fixed text (R9.2): nothing that is stored measures how well a member does.
const ACHIEVEMENT_SCORE = 98;

/** The four stat cards. Counts that could not be had are shown as 0. */
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
