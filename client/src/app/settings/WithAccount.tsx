import type { Account } from '@sangam/shared/people/account';
import { type ReactNode, useEffect } from 'react';
import { useSession } from '../../core/session/session';
import { hasFailed } from '../../core/store/loadable';
import { loadAccount, useAccount } from '../../people/state/own-account';
import { LoadFailed } from '../../ui/page/LoadFailed';
import { CardSkeleton } from '../../ui/page/Skeleton';

/** Shows a part of the settings once the member's account has loaded. */
export function WithAccount({ children }: { children: (account: Account, email: string) => ReactNode }) {
  const user = useSession((state) => state.user);
  const loadable = useAccount();
  // Loads the account again when the address was changed or confirmed, for example on another device.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer depends on both
  useEffect(() => {
    void loadAccount();
  }, [user?.email, user?.must_verify_email]);
  if (user === null) return null;
  if (hasFailed(loadable)) return <LoadFailed message="Failed to load your settings" onRetry={loadAccount} />;
  return loadable.data === null ? <CardSkeleton className="h-64" /> : children(loadable.data, user.email);
}
