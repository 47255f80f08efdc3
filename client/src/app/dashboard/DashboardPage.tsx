import { isolate } from '@sangam/shared/core/isolate';
import { dayMs } from '@sangam/shared/core/limits';
import { profileCompletion } from '@sangam/shared/people/profile';
import { Moon, Sun } from 'lucide-react';
import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { useShallow } from 'zustand/shallow';
import { toggleTheme, useTheme } from '../../core/device/theme';
import { useWaitForLists } from '../../core/offline/wait-for-lists';
import { loadAtReconnects } from '../../core/realtime/connection-status';
import { useSession } from '../../core/session/session';
import { useList } from '../../core/store/list';
import { showLists } from '../../core/store/shown-lists';
import { lazyPart } from '../../lib/loading/lazy-part';
import { useNotifications } from '../../notices/state/notifications';
import { loadSuggestedPeople, useSuggestedPeople } from '../../people/state/suggested-people';
import { loadSuited, useSuited } from '../../projects/state/suited-projects';
import { myTransfers } from '../../projects/state/transfers';
import { useWholeList } from '../../requests/state/deadline-order';
import { incomingInterests, myInterests } from '../../requests/state/interests';
import { myProjects, myTeams } from '../../requests/state/my-work';
import { incomingRequests, myRequests } from '../../requests/state/requests';
import { ButtonLink } from '../../ui/button/ButtonLink';
import { IconButton } from '../../ui/button/IconButton';
import { Banner } from '../../ui/page/Banner';
import { Page } from '../../ui/page/Page';
import { PageSkeleton } from '../../ui/page/PageSkeleton';
import { DASHBOARD_MAX } from '../../ui/page/row-counts';
import { ShowUnseen, useAppears } from '../../ui/page/unseen';
import { useNow } from '../../ui/TimeAgo';
import { IncomingInterests } from '../work/IncomingInterests';
import { JoinRequests } from '../work/JoinRequests';
import { ActivityFeed, useActivityCount } from './ActivityFeed';
import { loadDashboard, recentProjects, useDashboard } from './dashboard-store';
import { PlatformFeatures, QuickActions } from './FixedSections';
import { useFurtherAnswers } from './further-answers';
import { useMissed } from './missed';
import { ProjectsToJoin } from './ProjectsToJoin';
import { StatCards, useFreshStats } from './StatCards';
import { useSuggestOnceSeeking } from './seeks-members';
import { YourTeams } from './YourTeams';

/** Loaded late: most visits need none of it. */
const FurtherAnswers = lazyPart(() => import('./FurtherAnswers'), 'FurtherAnswers');
/** Needed by creators with a free seat for whom members fit. */
const PeopleForYourProject = lazyPart(() => import('./PeopleForYourProject'), 'PeopleForYourProject');

/** Needed after an absence. */
const WhileAway = lazyPart(() => import('./WhileAway'), 'WhileAway');
/** Needed in a member's first days. */
const StartHere = lazyPart(() => import('./StartHere'), 'StartHere');

const columns = 'grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]';
const skeleton = <PageSkeleton label="Loading your dashboard" className={columns} />;

/** The dashboard: first what needs the member's answer, then everything else. */
export function DashboardPage() {
  const name = useSession((state) => state.user?.name ?? '');
  const joinedAt = useSession((state) => state.user?.created_at);
  const now = useNow();
  const isNew = joinedAt !== undefined && now - Date.parse(joinedAt) < dayMs;
  useEffect(() => loadAtReconnects(loadPage), []);
  useEffect(
    // The other lists are fetched by refreshes on any screen. Interests are here because the cards say when the member may ask again.
    () => showLists([myTransfers, myProjects, myTeams, myInterests]),
    [],
  );
  useFreshStats();
  const inbox = useNotifications(useShallow(({ items, error }) => ({ data: items, error })));
  const { stats, activity } = useDashboard();
  const answers = [useList(incomingRequests), useList(myRequests), useList(incomingInterests), useList(myTransfers)];
  const others = [
    useList(recentProjects),
    useList(myProjects),
    useList(myTeams),
    useSuited(),
    useSuggestedPeople(null),
  ];
  const whole = [useWholeList(incomingRequests), useWholeList(incomingInterests)];
  const loads = useWaitForLists(inbox, stats, activity, ...whole, ...answers, ...others);
  return (
    <Page title="Dashboard" className="grid content-start gap-8">
      <div className="relative flex items-center justify-between gap-4">
        <h1 className="page-title min-w-0">
          {isNew ? 'Welcome' : 'Welcome back'}, {isolate(name)}
        </h1>
        <ThemeToggle />
        {/* Placed in the gap below, so that it moves nothing. */}
        <div className="absolute top-full right-0">
          <ShowUnseen />
        </div>
      </div>
      <ProfileNudge />
      {loads ? skeleton : <Sections />}
    </Page>
  );
}

const loadPage = () => Promise.all([loadDashboard(), loadSuited(), loadSuggestedPeople(null)]);

/** Returns the number of pending requests; 1 for a creator without any, who gets an empty list. Members without a project get none. */
function useRequestCount(): number {
  const { data } = useList(incomingRequests);
  const mayGetSome = useList(myProjects).data?.length !== 0;
  return data?.length || (data === null || mayGetSome ? 1 : 0);
}

/** The sections by usefulness: pending answers, changes, teams, projects to join, then figures. */
function Sections() {
  const requests = useRequestCount();
  const activity = useActivityCount();
  const further = useFurtherAnswers();
  const missed = useMissed().length;
  const hasPeople = useSuggestedPeople(null).data?.project != null;
  useSuggestOnceSeeking(!hasPeople);
  const total = useList(incomingRequests).total ?? 1;
  // Other pending answers are few, so they come above an empty or shortened list of requests.
  const [isAbove] = useState(further > 0 && (total === 0 || total > DASHBOARD_MAX));
  const answers = <Part count={further} of={FurtherAnswers} />;
  return (
    <Suspense fallback={skeleton}>
      <FirstSteps />
      <div className={columns}>
        <div className="grid min-w-0 gap-8">
          {isAbove && answers}
          <Part count={requests} of={JoinRequests} />
          {!isAbove && answers}
          <IncomingInterests />
          <Part count={missed} of={WhileAway} />
          <YourTeams />
          <Part count={hasPeople ? 1 : 0} of={PeopleForYourProject} />
          <ProjectsToJoin />
          <StatCards />
        </div>
        <div className="grid min-w-0 gap-8">
          <QuickActions />
          <Part count={activity} of={ActivityFeed} />
          <PlatformFeatures />
        </div>
      </div>
    </Suspense>
  );
}

/**
 * A section with `count` items. If it has any at first, the page suspends until it has loaded, so that nothing moves; otherwise it is
 * inserted when the first arrives.
 */
function Part({ count, of: Of }: { count: number; of: ComponentType }) {
  const isNeeded = useAppears(count);
  const [isFirst] = useState(isNeeded);
  if (!isNeeded) return null;
  return isFirst ? (
    <Of />
  ) : (
    <Suspense>
      <Of />
    </Suspense>
  );
}

/** Switches between light and dark; the settings also offer the system's theme. */
function ThemeToggle() {
  const dark = useTheme((state) => state.isDark);
  return (
    <IconButton
      icon={dark ? Sun : Moon}
      label={dark ? 'Switch to light theme' : 'Switch to dark theme'}
      onClick={toggleTheme}
      data-toggles
      className="border border-line"
    />
  );
}

/** Asks members without college and skills to complete their profile. */
function ProfileNudge() {
  const user = useSession((state) => state.user);
  if (user === null || (user.college !== '' && user.skills.length > 0)) return null;
  const { percent } = profileCompletion(user);
  return (
    <Banner
      action={
        <ButtonLink to="/profile" size="sm">
          Complete profile
        </ButtonLink>
      }
    >
      Your profile is {percent}% complete. Creators look at your college and skills.
    </Banner>
  );
}

/** First steps for a member without a project, team or request. */
export function FirstSteps() {
  const stats = useDashboard((state) => state.stats.data);
  const requests = useList(myRequests).data;
  const isNew = stats?.totalProjects === 0 && stats.activeCollaborations === 0 && requests?.length === 0;
  // The part stays until the page closes, since the sections below it would move.
  const [wasNew, setWasNew] = useState<boolean | null>(null);
  if (stats && requests && wasNew === null) setWasNew(isNew);
  return <Part count={wasNew ? 1 : 0} of={StartHere} />;
}
