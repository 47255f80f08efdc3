import type { Checked } from '@sangam/shared/core/field-errors';
import type { FieldErrors } from '@sangam/shared/core/schemas';
import type { Account, PasswordBody } from '@sangam/shared/people/account';
import { accountMessages } from '@sangam/shared/people/account-messages';
import { checkNewPassword } from '@sangam/shared/people/password-rules';
import toast from 'react-hot-toast/headless';
import { refusalOf } from '../../../core/api/errors';
import { useSendsEmails } from '../../../core/site/site';
import { useEditing } from '../../../lib/hooks/use-editing';
import { Button } from '../../../ui/button/Button';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { Card } from '../../../ui/Card';
import { Form } from '../../../ui/form/Form';
import { PasswordInput } from '../../../ui/form/PasswordInput';
import { useForm } from '../../../ui/form/use-form';
import { changePassword } from '../../state/account';
import { sendResetEmail } from '../../state/sign-in';
import { PasswordVerdict } from '../sign-in/PasswordVerdict';

/** Changes the password; a member without one gets a link to set it. */
export function PasswordCard({ email, account }: { email: string; account: Account }) {
  const { isEditing, edit, done, opener } = useEditing();
  const sendsEmails = useSendsEmails();
  const emailLink = async () => {
    const failure = await sendResetEmail(email);
    if (failure === null)
      toast.success(
        sendsEmails
          ? `A link to set a password is on its way to ${email}`
          : 'Ask the operator for your link. It’s valid for one hour.',
      );
    else toast.error(failure);
  };
  return (
    <Card className="grid gap-4">
      <h2 className="text-base">Password</h2>
      {!account.has_password ? (
        <>
          <p className="text-muted text-sm">Your account has no password yet.</p>
          <OnlineButton size="sm" className="justify-self-start" onClick={emailLink}>
            {sendsEmails ? 'Email me a link to set one' : 'Request a link to set one'}
          </OnlineButton>
        </>
      ) : isEditing ? (
        <PasswordForm email={email} onDone={done} />
      ) : (
        <Button ref={opener} size="sm" className="justify-self-start" onClick={edit}>
          Change password
        </Button>
      )}
    </Card>
  );
}

function check({ current_password, password }: PasswordBody): Checked<PasswordBody> {
  const checked = checkNewPassword(password);
  const errors: FieldErrors =
    current_password === '' ? [{ field: 'current_password', message: accountMessages.fillAll }] : [];
  if (!checked.ok) errors.push(...checked.errors);
  return checked.ok && errors.length === 0
    ? { ok: true, value: { current_password, password: checked.value } }
    : { ok: false, errors };
}

/** The current password and the new one. `onDone` is called after success and on Cancel. */
function PasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const form = useForm({
    initial: { current_password: '', password: '' },
    check,
    send: async (body) => {
      const answer = await changePassword(body);
      if (!answer.ok) return refusalOf(answer.error, 'Failed to change the password');
      toast.success('Password changed. Your other devices are logged out.');
      onDone();
      return null;
    },
  });
  return (
    <Form form={form} label="Change password" submit="Change password" onCancel={onDone}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        autoFocus
        {...form.text('current_password')}
      />
      <PasswordInput
        label="New password"
        autoComplete="new-password"
        hint={
          <>
            At least 8 characters.
            <PasswordVerdict password={form.values.password} error={form.field('password').error} />
          </>
        }
        {...form.text('password')}
      />
      <p className="text-muted text-sm">Your other devices will be logged out.</p>
    </Form>
  );
}
