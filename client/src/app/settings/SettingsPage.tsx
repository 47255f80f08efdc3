import { Suspense, useEffect } from 'react';
import { setShortcutsListed } from '../../core/device/shortcuts';
import { useSession } from '../../core/session/session';
import { hasFailed } from '../../core/store/loadable';
import { lazyPart } from '../../lib/loading/lazy-part';
import { EmailCard } from '../../people/screens/account/EmailCard';
import { PasswordCard } from '../../people/screens/account/PasswordCard';
import { SignedInDevices } from '../../people/screens/account/SignedInDevices';
import { loadAccount, useAccount } from '../../people/state/account';
import { ModerationCard } from '../../trust/screens/ModerationCard';
import { Button } from '../../ui/button/Button';
import { LoadFailed } from '../../ui/page/LoadFailed';
import { Page } from '../../ui/page/Page';
import { Skeleton } from '../../ui/page/Skeleton';
// Registers the data of each subject that deleting the account clears in this browser.
import '../live/subjects';

const SignInsCard = lazyPart(() => import('../../people/screens/account/SignInsCard'), 'SignInsCard');
const ThemeCard = lazyPart(() => import('./ThemeCard'), 'ThemeCard');
const TimeZoneCard = lazyPart(() => import('../../notices/screens/choices/TimeZoneCard'), 'TimeZoneCard');
const PrivacyCard = lazyPart(() => import('../../contact/screens/PrivacyCard'), 'PrivacyCard');
const BlockedCard = lazyPart(() => import('../../contact/screens/BlockedCard'), 'BlockedCard');
const AccountActivity = lazyPart(() => import('../../people/screens/account/AccountActivity'), 'AccountActivity');

const ExportCard = lazyPart(() => import('../../people/screens/account/ExportCard'), 'ExportCard');
const DeleteAccount = lazyPart(() => import('../../people/screens/account/DeleteAccount'), 'DeleteAccount');

/** The member's own account: address, password, sign-ins, privacy, activity, deletion. */
export function SettingsPage() {
  const user = useSession((state) => state.user);
  const loadable = useAccount();
  // Loads again when another device or a mailed link has changed or confirmed the address.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer depends on both
  useEffect(() => {
    void loadAccount();
  }, [user?.email, user?.must_verify_email]);
  if (user === null) return null;
  const account = loadable.data;
  return (
    <Page title="Settings" className="grid max-w-2xl content-start gap-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h1 className="text-2xl">Settings</h1>
        <Button variant="ghost" size="sm" onClick={() => setShortcutsListed(true)} className="pointer-coarse:hidden">
          Keyboard shortcuts
        </Button>
      </div>
      {hasFailed(loadable) ? (
        <LoadFailed message="Failed to load your settings" onRetry={loadAccount} />
      ) : account === null ? (
        <Skeleton className="h-64" />
      ) : (
        // One boundary for all: a card that came later would move those below it.
        <Suspense fallback={<Skeleton className="h-64" />}>
          <EmailCard account={account} />
          <PasswordCard email={user.email} account={account} />
          <SignInsCard account={account} email={user.email} />
          <SignedInDevices sessions={account.sessions} />
          <PrivacyCard />
          <BlockedCard />
          <ThemeCard />
          <TimeZoneCard />
          {user.is_moderator && <ModerationCard />}
          <Suspense fallback={<Skeleton className="h-48" />}>
            <AccountActivity />
            <ExportCard email={user.email} hasPassword={account.has_password} />
            <DeleteAccount email={user.email} hasPassword={account.has_password} />
          </Suspense>
        </Suspense>
      )}
    </Page>
  );
}
