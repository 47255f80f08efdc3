import type { Account } from '@sangam/shared/people/account';
import { type ReactNode, useState } from 'react';
import toast from 'react-hot-toast';
import { errorText } from '../../../core/api/errors';
import { Button } from '../../../ui/button/Button';
import { Card } from '../../../ui/Card';
import { keepEmail } from '../../state/account';
import { EmailForm } from './EmailForm';
import { SendLinkAgain } from './SendLinkAgain';

/** The member's address, whether it is proved to be theirs, and the change to another. */
export function EmailCard({ account }: { account: Account }) {
  const [changing, setChanging] = useState(false);
  const stop = async () => {
    const answer = await keepEmail();
    if (!answer.ok) toast.error(errorText(answer.error, 'Failed to stop the change'));
  };
  return (
    <Card className="grid gap-4">
      <h2 className="text-base">Email address</h2>
      <Row
        email={account.email}
        note={account.email_verified ? 'Confirmed' : 'Not confirmed yet. A link that we mail you confirms it.'}
        action={!account.email_verified && <SendLinkAgain />}
      />
      {account.new_email !== null && (
        <Row
          email={account.new_email}
          note="Your address from when you open the link that we have mailed there."
          action={
            <Button size="sm" onClick={stop}>
              Stop
            </Button>
          }
        />
      )}
      {changing ? (
        <EmailForm hasPassword={account.has_password} onDone={() => setChanging(false)} />
      ) : (
        <Button className="justify-self-start" onClick={() => setChanging(true)}>
          Change address
        </Button>
      )}
    </Card>
  );
}

function Row({ email, note, action }: { email: string; note: string; action: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <p className="wrap-anywhere font-medium">{email}</p>
        <p className="text-muted text-sm">{note}</p>
      </div>
      {action}
    </div>
  );
}
