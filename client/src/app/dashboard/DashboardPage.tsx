import { useEffect } from 'react';
import { useShallow } from 'zustand/shallow';
import { useSession } from '../../core/session/session';
import { useList } from '../../core/store/list';
import { useStillLoads } from '../../core/store/use-still-loads';
import { useInbox } from '../../notices/state/notifications';
import { incomingRequests, myRequests } from '../../requests/state/requests';
import { Page } from '../../ui/page/Page';
import { PageSkeleton } from '../../ui/page/PageSkeleton';
import { ActivityFeed } from './ActivityFeed';
import { loadDashboard, recentProjects, useDashboard } from './dashboard-store';
import { FirstSteps } from './FirstSteps';
import { JoinRequests } from './JoinRequests';
import { PlatformFeatures } from './PlatformFeatures';
import { ProfileNudge } from './ProfileNudge';
import { QuickActions } from './QuickActions';
import { RecentProjects } from './RecentProjects';
import { StatCards } from './StatCards';
import { ThemeToggle } from './ThemeToggle';
import { useFreshFigures } from './use-fresh-figures';
import { WhileAway } from './WhileAway';

const columns = 'grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]';

/** What needs the member first, then what there is. */
export function DashboardPage() {
  const name = useSession((state) => state.user?.name ?? '');
  useEffect(() => {
    void loadDashboard();
    void incomingRequests.load();
  }, []);
  useFreshFigures();
  const inbox = useInbox(useShallow(({ items, error }) => ({ data: items, error })));
  const { stats, activity } = useDashboard();
  const lists = [useList(incomingRequests), useList(recentProjects), useList(myRequests)];
  const loads = useStillLoads(inbox, stats, activity, ...lists);
  return (
    <Page title="Dashboard" className="grid content-start gap-8">
      <div className="flex items-start justify-between gap-4">
        <h1 className="min-w-0 break-words text-2xl">Welcome back, {name}</h1>
        <ThemeToggle />
      </div>
      <ProfileNudge />
      {loads ? <PageSkeleton label="Loading your dashboard" className={columns} /> : <Sections />}
    </Page>
  );
}

const Sections = () => (
  <>
    <FirstSteps />
    <div className={columns}>
      <div className="grid min-w-0 gap-8">
        <WhileAway />
        <JoinRequests />
        <RecentProjects />
        <StatCards />
      </div>
      <div className="grid min-w-0 gap-8">
        <ActivityFeed />
        <QuickActions />
        <PlatformFeatures />
      </div>
    </div>
  </>
);
