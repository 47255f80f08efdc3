import { importOnce } from '../../lib/loading/load-part';

const loadClearing = importOnce(() => import('./clear-addresses'));

/** Clears the email addresses that this member may no longer see, as after leaving a team: those of the members that `isHidden` picks. */
export const hideAddresses = (isHidden: (memberId: number) => boolean): void =>
  void loadClearing().then((part) => part?.clearAddresses(isHidden));

/** Fetches the address of a member who may be shown again, as after an unblock. */
export const showAddresses = (memberId: number): void =>
  void loadClearing().then((part) => part?.fetchAddresses(memberId));
