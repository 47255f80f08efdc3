import { useState } from 'react';
import { Button } from '../../../ui/button/Button';
import { Card } from '../../../ui/Card';
import { DeleteForm } from './DeleteForm';

/** The way out of Sangam. */
export function DeleteAccount({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  const [asked, setAsked] = useState(false);
  return (
    <Card className="grid gap-4">
      <h2 className="text-base">Delete account</h2>
      {asked ? (
        <DeleteForm email={email} hasPassword={hasPassword} onCancel={() => setAsked(false)} />
      ) : (
        <>
          <p className="text-muted text-sm">For 30 days you can come back. Then it is final.</p>
          <Button className="justify-self-start" onClick={() => setAsked(true)}>
            Delete account
          </Button>
        </>
      )}
    </Card>
  );
}
