import { accountMessages } from '@sangam/shared/people/account-messages';
import type { ProofNeeded } from '@sangam/shared/people/auth';
import { checkNewPassword } from '@sangam/shared/people/password-rules';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { failureText, refusalOf } from '../../../core/api/errors';
import { useSession } from '../../../core/session/session';
import { continueKeyOf, ownPath } from '../../../lib/links/next-path';
import { readStored } from '../../../lib/storage';
import { Button } from '../../../ui/button/Button';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { Form } from '../../../ui/form/Form';
import { PasswordInput } from '../../../ui/form/PasswordInput';
import { type Refusal, useForm } from '../../../ui/form/use-form';
import { Banner } from '../../../ui/page/Banner';
import { confirmAddress, type Failed } from '../../state/confirm-address';
import { AuthLayout } from './AuthLayout';
import { NewPasswordForm } from './NewPasswordForm';

const TITLE = 'Confirm your email address';
const UNDO = 'Undo address change';
const FAILED = 'Failed to confirm your address';
const INCOMPLETE = 'This link is incomplete. Copy the whole link and open it again.';

/**
 * The page behind an emailed link that confirms an address, for members and visitors. It waits for a press, since programs also follow links
 * in emails. Without a session of the account it also needs the password or a new one (R2.20).
 */
export function VerifyEmailPage() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const undoes = query.has('undo');
  const [needed, setNeeded] = useState<ProofNeeded | null>(null);
  const [isDone, setDone] = useState(false);
  const [failed, setFailed] = useState<Failed | null>(null);
  const confirm = async () => {
    const answer = await confirmAddress({ token });
    if (answer.state === 'done') setDone(true);
    else if (answer.state === 'proof') setNeeded(answer.needed);
    else setFailed(answer);
  };
  if (isDone) return <Confirmed undoes={undoes} />;
  if (needed !== null) return <ProveAccount token={token} needed={needed} onDone={() => setDone(true)} />;
  const failure = token === '' ? INCOMPLETE : failed && failureText(failed.error, FAILED);
  const { isOver = false, confirmed = null } = failed ?? {};
  return (
    <AuthLayout
      title={undoes ? UNDO : TITLE}
      heading={undoes ? 'Undo the address change' : TITLE}
      lead={undoes ? 'Next, choose a new password.' : 'Confirming shows that the address is yours.'}
    >
      {failure !== null && <Banner tone="error">{failure}</Banner>}
      {confirmed !== null && <p className="wrap-anywhere text-muted">Your address {confirmed} is confirmed.</p>}
      {token !== '' && !isOver && (
        <OnlineButton variant="primary" block onClick={confirm}>
          {undoes ? UNDO : 'Confirm address'}
        </OnlineButton>
      )}
      {/* Not after a failed undo, since the settings can't undo a change. */}
      {failure !== null && !undoes && (
        <ButtonLink to="/settings/account" variant={isOver ? 'secondary' : 'ghost'} block>
          Go to settings
        </ButtonLink>
      )}
    </AuthLayout>
  );
}

function Confirmed({ undoes }: { undoes: boolean }) {
  const member = useSession(({ status, user }) => (status === 'signed-in' ? user?.id : undefined));
  const isMember = member !== undefined;
  const to = ownPath(isMember ? readStored(continueKeyOf(member)) : null);
  const heading = undoes ? 'Address change undone' : 'Address confirmed';
  return (
    <AuthLayout title={heading} heading={heading}>
      <Banner tone="success">
        {undoes ? 'Your account has its address back, with your new password.' : 'Your email address is confirmed.'}
      </Banner>
      <ButtonLink to={isMember ? to : '/login'} variant="primary" block>
        {!isMember ? 'Sign in' : to === '/dashboard' ? 'Go to your dashboard' : 'Go back to where you were'}
      </ButtonLink>
    </AuthLayout>
  );
}

interface ProveAccountProps {
  token: string;
  needed: ProofNeeded;
  onDone: () => void;
}

/** Asks for the account's password, or for a new one from a reader who did not choose it. */
function ProveAccount({ token, needed, onDone }: ProveAccountProps) {
  const [choosesNew, setChoosesNew] = useState(!needed.has_password);
  const send = async (proof: { password: string } | { new_password: string }): Promise<Refusal | null> => {
    const answer = await confirmAddress({ token, ...proof });
    if (answer.state === 'failed') return refusalOf(answer.error, FAILED);
    onDone();
    return null;
  };
  if (!choosesNew)
    return (
      <AuthLayout title={TITLE} heading={TITLE} lead={`Enter the account’s password to confirm ${needed.email}.`}>
        <PasswordProof email={needed.email} send={(password) => send({ password })} />
        <Button variant="ghost" block onClick={() => setChoosesNew(true)}>
          Choose a new password instead
        </Button>
      </AuthLayout>
    );
  return (
    <AuthLayout
      title={needed.brings_back ? UNDO : TITLE}
      heading={needed.brings_back ? UNDO : 'Choose a new password'}
      lead={
        needed.brings_back
          ? `Your account gets its address ${needed.email} back. Every device will be logged out.`
          : `You need a new password to confirm ${needed.email}. Every device will be logged out.`
      }
    >
      <NewPasswordForm
        label="Choose a new password"
        rule={checkNewPassword}
        hint="At least 8 characters."
        submit={needed.brings_back ? UNDO : 'Confirm address'}
        send={async (password) => {
          const refusal = await send({ new_password: password });
          const errors = refusal?.errors?.map((fault) => ({ ...fault, field: 'password' }));
          return refusal && { ...refusal, errors };
        }}
      />
    </AuthLayout>
  );
}

function PasswordProof({ email, send }: { email: string; send: (password: string) => Promise<Refusal | null> }) {
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) =>
      password.trim() === ''
        ? { ok: false, errors: [{ field: 'password', message: accountMessages.fillAll }] }
        : { ok: true, value: password.trim() },
    send,
  });
  return (
    <Form calm form={form} label={TITLE} submit="Confirm and sign in">
      {/* Tells password managers which account the password belongs to. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput label="Password" autoComplete="current-password" autoFocus {...form.text('password')} />
    </Form>
  );
}
