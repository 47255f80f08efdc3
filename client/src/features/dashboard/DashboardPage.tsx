import { useEffect } from 'react';
import { loadDashboard, recentProjects, useDashboard } from '../../stores/dashboard';
import { useList } from '../../stores/entities/list';
import { useInbox } from '../../stores/inbox';
import { isPending } from '../../stores/loadable';
import { incomingRequests } from '../../stores/requests';
import { useSession } from '../../stores/session';
import { Card } from '../../ui/Card';
import { Held } from '../../ui/Held';
import { Page } from '../../ui/Page';
import { Loading, Skeleton } from '../../ui/Skeleton';
import { ActivityFeed } from './ActivityFeed';
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

/** What needs the member first, then what there is. */
export function DashboardPage() {
  const name = useSession((state) => state.user?.name ?? '');
  useEffect(() => {
    void loadDashboard();
    void incomingRequests.load();
  }, []);
  useFreshFigures();
  const inboxPends = useInbox(({ items, error }) => isPending({ data: items, error }));
  const requestsPend = isPending(useList(incomingRequests)) || inboxPends;
  const projectsPend = isPending(useList(recentProjects)) || requestsPend;
  const activityPends = useDashboard(({ activity }) => isPending(activity));
  return (
    <Page title="Dashboard" className="grid gap-8">
      <div className="flex items-start justify-between gap-4">
        <h1 className="min-w-0 break-words text-2xl">Welcome back, {name}</h1>
        <ThemeToggle />
      </div>
      <ProfileNudge />
      <FirstSteps />
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-8">
          {inboxPends ? <NewsSkeleton /> : <WhileAway />}
          <Held while={inboxPends}>
            <JoinRequests />
          </Held>
          <Held while={requestsPend}>
            <RecentProjects />
          </Held>
          <Held while={projectsPend}>
            <StatCards />
          </Held>
        </div>
        <div className="grid min-w-0 gap-8">
          <ActivityFeed />
          <Held while={activityPends}>
            <QuickActions />
            <PlatformFeatures />
          </Held>
        </div>
      </div>
    </Page>
  );
}

/** In place of what is above the join requests, before it is known whether anything is. */
const NewsSkeleton = () => (
  <Loading label="Loading news" className="grid gap-3">
    <Skeleton className="h-8 w-48" />
    <Card className="grid gap-3">
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-full" />
    </Card>
  </Loading>
);
