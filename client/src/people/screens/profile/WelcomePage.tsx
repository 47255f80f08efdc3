import { isolate } from '@sangam/shared/core/isolate';
import { TIME_ZONE } from '@sangam/shared/core/limits';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { request } from '../../../core/api/client';
import { forgetNew, useSession } from '../../../core/session/session';
import { ownPath } from '../../../lib/links/next-path';
import { deviceZone, isElsewhere } from '../../../lib/time-zones';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { Page } from '../../../ui/page/Page';
import { WelcomeForm } from './ProfileForm';
import { dropWelcomeDraft } from './profile-form';

/** The one step after sign-up: the fields that creators decide by. It can be skipped, and leads to the page that was asked for. */
export function WelcomePage() {
  const user = useSession((state) => state.user);
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const next = ownPath(query.get('next'));
  // The page is shown only once: from here on, the account isn't new.
  useEffect(forgetNew, []);
  useEffect(() => void adoptTimeZone(), []);
  if (user === null) return null;
  return (
    <Page title="Welcome" className="flex flex-col items-center sm:pt-20">
      <div className="w-full max-w-sm">
        <h1 className="text-2xl">Welcome, {isolate(user.name)}</h1>
        <p className="mt-2 text-muted">Creators look at your college and skills before they accept you.</p>
        <div className="mt-6 grid gap-3">
          <WelcomeForm user={user} onDone={() => navigate(next, { replace: true })} />
          <ButtonLink to={next} replace variant="ghost" block onClick={dropWelcomeDraft}>
            Skip for now
          </ButtonLink>
        </div>
      </div>
    </Page>
  );
}

/** Gives a new member the time zone of their device. A failure leaves the default, which the settings show. */
async function adoptTimeZone(): Promise<void> {
  const time_zone = deviceZone();
  if (isElsewhere(time_zone, TIME_ZONE)) await request('PATCH /api/notification-choices', { body: { time_zone } });
}
