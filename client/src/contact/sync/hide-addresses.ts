import { importOnce } from '../../lib/loading/load-part';
import type { IsHidden } from '../state/cleared-addresses';

const loadClearing = importOnce(() => import('./clear-addresses'));

/** Clears the email addresses that this member may no longer see, as after leaving a team. */
export const hideAddresses = (isHidden: IsHidden): void =>
  void loadClearing().then((part) => part?.clearAddresses(isHidden));

/** Fetches the address of a member who may be shown again, as after an unblock. */
export const showAddresses = (memberId: number): void =>
  void loadClearing().then((part) => part?.fetchAddresses(memberId));
