import { SignedInDevices } from '../../people/screens/account/SignedInDevices';
import { WithAccount } from './WithAccount';

/** Signed-in devices. */
export const DevicesSection = () => (
  <WithAccount>{(account) => <SignedInDevices sessions={account.sessions} />}</WithAccount>
);
