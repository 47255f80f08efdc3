import type { Account } from '@sangam/shared/people/account';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { Button } from '../../../ui/button/Button';
import { Card } from '../../../ui/Card';
import { PasswordForm } from './PasswordForm';
import { sendResetMail } from './reset-mail';

/** The password: another one, or for who has none, a link to set one. */
export function PasswordCard({ email, account }: { email: string; account: Account }) {
  const [changing, setChanging] = useState(false);
  const mailLink = async () => {
    const failure = await sendResetMail(email);
    if (failure === null) toast.success(`A link to set a password is on its way to ${email}`);
    else toast.error(failure);
  };
  return (
    <Card className="grid gap-4">
      <h2 className="text-base">Password</h2>
      {!account.has_password ? (
        <>
          <p className="text-muted text-sm">Your account has no password yet.</p>
          <Button className="justify-self-start" onClick={mailLink}>
            E-mail me a link to set one
          </Button>
        </>
      ) : changing ? (
        <PasswordForm email={email} onDone={() => setChanging(false)} />
      ) : (
        <Button className="justify-self-start" onClick={() => setChanging(true)}>
          Change password
        </Button>
      )}
    </Card>
  );
}
