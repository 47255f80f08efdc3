import type { Account } from '@sangam/shared/contract/account';
import { SendLinkAgain } from '../../parts/SendLinkAgain';
import { Card } from '../../ui/Card';

/** The member's address, and whether it is proved to be theirs. */
export function EmailCard({ account }: { account: Account }) {
  return (
    <Card className="grid gap-4">
      <h2 className="text-base">Email address</h2>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="wrap-anywhere font-medium">{account.email}</p>
          <p className="text-muted text-sm">
            {account.email_verified ? 'Confirmed' : 'Not confirmed yet: open the link that we have mailed you.'}
          </p>
        </div>
        {!account.email_verified && <SendLinkAgain />}
      </div>
    </Card>
  );
}
