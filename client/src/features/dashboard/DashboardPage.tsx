import { useEffect } from 'react';
import { useShallow } from 'zustand/shallow';
import { loadDashboard, recentProjects, useDashboard } from '../../stores/dashboard';
import { useList } from '../../stores/entities/list';
import { useInbox } from '../../stores/inbox';
import { incomingRequests } from '../../stores/requests';
import { useSession } from '../../stores/session';
import { useStillLoads } from '../../stores/use-still-loads';
import { Held } from '../../ui/Held';
import { Page } from '../../ui/Page';
import { SectionSkeleton } from '../../ui/SectionSkeleton';
import { Loading } from '../../ui/Skeleton';
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
  const inbox = useInbox(useShallow(({ items, error }) => ({ data: items, error })));
  const [requests, projects] = [useList(incomingRequests), useList(recentProjects)];
  const inboxLoads = useStillLoads(inbox);
  const requestsLoad = useStillLoads(inbox, requests);
  const projectsLoad = useStillLoads(inbox, requests, projects);
  const activityLoads = useStillLoads(useDashboard(({ activity }) => activity));
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
          {inboxLoads ? <NewsSkeleton /> : <WhileAway />}
          <Held while={inboxLoads}>
            <JoinRequests />
          </Held>
          <Held while={requestsLoad}>
            <RecentProjects />
          </Held>
          <Held while={projectsLoad}>
            <StatCards />
          </Held>
        </div>
        <div className="grid min-w-0 gap-8">
          <ActivityFeed />
          <Held while={activityLoads}>
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
  <Loading label="Loading news">
    <SectionSkeleton />
  </Loading>
);
