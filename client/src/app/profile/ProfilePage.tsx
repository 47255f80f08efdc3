import { Pencil, Settings } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../core/session/session';
import { DeviceNotices } from '../../notices/screens/choices/DeviceNotices';
import { NotificationChoices } from '../../notices/screens/choices/NotificationChoices';
import { Completion } from '../../people/screens/profile/Completion';
import { ProfileForm } from '../../people/screens/profile/ProfileForm';
import { ProfileView } from '../../people/screens/profile/ProfileView';
import { Button } from '../../ui/button/Button';
import { ButtonLink } from '../../ui/button/ButtonLink';
import { Card } from '../../ui/Card';
import { Page } from '../../ui/page/Page';
import { Achievements } from './Achievements';
import { ProfileStats } from './ProfileStats';

/** The member's own profile: shown, or in the form. */
export function ProfilePage() {
  const user = useSession((state) => state.user);
  const [editing, setEditing] = useState(false);
  if (user === null) return null;
  return (
    <Page title="Profile" className="grid content-start gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">Profile</h1>
        {!editing && (
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/settings">
              <Settings aria-hidden className="size-4" />
              Settings
            </ButtonLink>
            <Button variant="primary" onClick={() => setEditing(true)}>
              <Pencil aria-hidden className="size-4" />
              Edit Profile
            </Button>
          </div>
        )}
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <Card className="min-w-0">
          {editing ? <ProfileForm user={user} onDone={() => setEditing(false)} /> : <ProfileView user={user} />}
        </Card>
        <div className="grid min-w-0 gap-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <Completion user={user} />
          <ProfileStats />
          <Achievements user={user} />
        </div>
        <div className="grid min-w-0 gap-6">
          <DeviceNotices />
          <NotificationChoices />
        </div>
      </div>
    </Page>
  );
}
