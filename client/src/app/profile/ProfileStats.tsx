import { useEffect } from 'react';
import { hasFailed } from '../../core/store/loadable';
import { useLoadAgain } from '../../lib/loading/use-load-again';
import { Button } from '../../ui/button/Button';
import { Card } from '../../ui/Card';
import { loadStats, useDashboard } from '../dashboard/dashboard-store';

/** The member's counts; a dash stands for what is not known yet. */
export function ProfileStats() {
  const loadable = useDashboard((state) => state.stats);
  const stats = loadable.data;
  const failed = hasFailed(loadable);
  useLoadAgain(failed, loadStats);
  useEffect(() => {
    void loadStats();
  }, []);
  const rows = [
    { label: 'Projects', value: stats?.totalProjects },
    { label: 'Collaborations', value: stats?.activeCollaborations },
    { label: 'Messages', value: stats?.totalMessages },
  ];
  return (
    <Card className="grid gap-3">
      <h2 className="text-base">Stats</h2>
      <dl className="flex flex-wrap justify-between gap-3">
        {rows.map(({ label, value }) => (
          <div key={label} className="min-w-0">
            <dt className="text-faint text-xs">{label}</dt>
            <dd className="tabular font-[640] text-lg">{value?.toLocaleString('en-IN') ?? '–'}</dd>
          </div>
        ))}
      </dl>
      {failed && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted text-sm">Stats cannot be shown right now.</p>
          <Button size="sm" onClick={loadStats}>
            Retry
          </Button>
        </div>
      )}
    </Card>
  );
}
