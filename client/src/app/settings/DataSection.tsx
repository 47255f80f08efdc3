import { DeleteAccount } from '../../people/screens/account/DeleteAccount';
import { ExportCard } from '../../people/screens/account/ExportCard';
import { WithAccount } from './WithAccount';

/** Export and deletion. */
export const DataSection = () => (
  <WithAccount>
    {(account, email) => (
      <>
        <ExportCard email={email} hasPassword={account.has_password} />
        <DeleteAccount email={email} hasPassword={account.has_password} />
      </>
    )}
  </WithAccount>
);
