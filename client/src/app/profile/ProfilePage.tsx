import type { User } from '@sangam/shared/people/users';
import { Eye, Pencil } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { useSession } from '../../core/session/session';
import { hasFailed } from '../../core/store/loadable';
import { useEditing } from '../../lib/hooks/use-editing';
import { lazyPart } from '../../lib/loading/lazy-part';
import { useLoadAgain } from '../../lib/loading/use-load-again';
import { ProfileForm } from '../../people/screens/profile/ProfileForm';
import { Completion, ProfileView } from '../../people/screens/profile/ProfileView';
import { Button } from '../../ui/button/Button';
import { ButtonLink } from '../../ui/button/ButtonLink';
import { Card } from '../../ui/Card';
import { Page } from '../../ui/page/Page';
import { RetryButton } from '../../ui/page/RetryButton';
import { Skeleton } from '../../ui/page/Skeleton';
import { loadStats, useDashboard } from '../dashboard/dashboard-store';

const AchievementList = lazyPart(() => import('../achievements/AchievementList'), 'AchievementList');

/** The member's own profile: shown as it is, or in the form. Others see the member's page. */
export function ProfilePage() {
  const user = useSession((state) => state.user);
  const { isEditing, edit, done, opener } = useEditing();
  if (user === null) return null;
  return (
    <Page title="Profile" className="grid content-start gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="page-title">Profile</h1>
        {!isEditing && (
          <div className="flex flex-wrap gap-3">
            <ButtonLink to={`/people/${user.id}?as=member`}>
              <Eye aria-hidden className="size-4" />
              View as others see it
            </ButtonLink>
            <Button ref={opener} variant="primary" onClick={edit}>
              <Pencil aria-hidden className="size-4" />
              Edit Profile
            </Button>
          </div>
        )}
      </div>
      <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Card className="min-w-0">
          {isEditing ? <ProfileForm user={user} onDone={done} /> : <ProfileView user={user} />}
        </Card>
        <div className="grid min-w-0 gap-6">
          <Completion user={user} />
          <ProfileStats />
          <Achievements user={user} />
        </div>
      </div>
    </Page>
  );
}

/** The member's figures; a dash stands for one that has not loaded. */
function ProfileStats() {
  const loadable = useDashboard((state) => state.stats);
  const stats = loadable.data;
  const failed = hasFailed(loadable);
  useLoadAgain(loadStats, failed);
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
            <dd className="font-[640] text-lg">{value?.toLocaleString('en-IN') ?? '–'}</dd>
          </div>
        ))}
      </dl>
      {failed && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted text-sm">Failed to load your stats</p>
          <RetryButton size="sm" onClick={loadStats} />
        </div>
      )}
    </Card>
  );
}

/** The member's achievements, and those they can still earn (R3.3). None is shown as missing before the earned ones are known. */
function Achievements({ user }: { user: User }) {
  const stats = useDashboard((state) => state.stats);
  const skeleton = <Skeleton className="h-64 w-full" />;
  // The figures above already offer Retry.
  if (hasFailed(stats)) return null;
  return (
    <Card className="grid gap-3">
      <h2 className="text-base">Achievements</h2>
      {stats.data === null ? (
        skeleton
      ) : (
        <Suspense fallback={skeleton}>
          <AchievementList kinds={stats.data.achievements ?? []} user={user} />
        </Suspense>
      )}
    </Card>
  );
}
