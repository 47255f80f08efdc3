import { appLimits } from '@sangam/shared/app/limits';
import { useEffect } from 'react';
import { Skeleton } from '../../../ui/page/Skeleton';
import { loadPublicStats, usePublicStats } from '../../state/public-stats';

/** 'N+' when above 0 (R2.13). */
const atLeast = (count: number | undefined): string => (count !== undefined && count > 0 ? `${count}+` : '0');

/** What anybody may know of the platform. When it cannot be had, the defaults stand. */
export function PublicStatsPanel() {
  const { status, data } = usePublicStats();
  useEffect(() => {
    void loadPublicStats();
  }, []);
  const pending = data === null && status !== 'error';
  const rows = [
    { label: 'Active users', value: atLeast(data?.activeUsers) },
    { label: 'Projects created', value: atLeast(data?.totalProjects) },
    { label: 'Uptime', value: `${data?.uptime ?? appLimits.uptimeDefaultPercent}%` },
  ];
  return (
    <section
      aria-labelledby="stats-title"
      className="border-line border-t pt-8 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-12"
    >
      <h2 id="stats-title" className="eyebrow">
        Sangam in numbers
      </h2>
      <dl className="mt-4 grid grid-cols-3 gap-4 lg:grid-cols-1 lg:gap-6">
        {rows.map(({ label, value }) => (
          <div key={label} className="flex flex-col-reverse justify-end">
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="tabular font-[640] text-xl tracking-tight lg:text-2xl">
              {pending ? <Skeleton className="my-1 h-7 w-20" /> : value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
