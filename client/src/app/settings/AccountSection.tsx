import { AccountActivity } from '../../people/screens/account/AccountActivity';
import { EmailCard } from '../../people/screens/account/EmailCard';
import { PasswordCard } from '../../people/screens/account/PasswordCard';
import { SignInsCard } from '../../people/screens/account/SignInsCard';
import { WithAccount } from './WithAccount';

/** Address, password, linked sign-ins, and the account's events. */
export const AccountSection = () => (
  <WithAccount>
    {(account, email) => (
      <>
        <EmailCard account={account} />
        <PasswordCard email={email} account={account} />
        <SignInsCard account={account} email={email} />
        <AccountActivity />
      </>
    )}
  </WithAccount>
);
