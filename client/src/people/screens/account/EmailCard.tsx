import type { Checked } from '@sangam/shared/core/field-errors';
import type { FieldErrors } from '@sangam/shared/core/schemas';
import type { Account, EmailBody } from '@sangam/shared/people/account';
import { checkNewEmail } from '@sangam/shared/people/account-forms';
import { accountMessages } from '@sangam/shared/people/account-messages';
import type { ReactNode } from 'react';
import toast from 'react-hot-toast/headless';
import { useLocation } from 'react-router-dom';
import { actFailureText, refusalOf } from '../../../core/api/errors';
import { useSendsEmails } from '../../../core/site/site';
import { useEditing } from '../../../lib/hooks/use-editing';
import { Button } from '../../../ui/button/Button';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { Card } from '../../../ui/Card';
import { Form } from '../../../ui/form/Form';
import { Input } from '../../../ui/form/Input';
import { PasswordInput } from '../../../ui/form/PasswordInput';
import { useForm } from '../../../ui/form/use-form';
import { cancelEmailChange, changeEmail } from '../../state/account';
import { EmailAddress } from '../EmailAddress';
import { useIntendedAddress } from '../sign-in/use-intended-address';
import { CHANGE_ADDRESS, SendLinkAgain } from './ConfirmAddressBanner';

/** The member's address, whether it is confirmed, and the change to another. */
export function EmailCard({ account }: { account: Account }) {
  const { isEditing, edit, done, opener } = useEditing(useLocation().hash === CHANGE_ADDRESS);
  const sendsEmails = useSendsEmails();
  const stop = async () => {
    const answer = await cancelEmailChange();
    if (!answer.ok) toast.error(actFailureText(answer.error, 'Failed to cancel the change'));
    // The pressed button has disappeared with the new address.
    else opener.current?.focus();
  };
  return (
    <Card className="grid gap-4">
      <h2 className="text-base">Email address</h2>
      <Row
        email={account.email}
        note={
          account.email_verified
            ? 'Confirmed'
            : sendsEmails
              ? 'Not confirmed yet. Open the link in our email to get other emails.'
              : 'Not confirmed yet. This site sends no email: request a link, then ask the operator for it.'
        }
        action={!account.email_verified && <SendLinkAgain />}
      />
      {account.new_email !== null && (
        <Row
          email={account.new_email}
          note={
            sendsEmails
              ? 'Becomes your address once you open the link we sent there.'
              : 'Becomes your address once you open its link. Ask the operator for it.'
          }
          action={
            <OnlineButton size="sm" onClick={stop}>
              Cancel change
            </OnlineButton>
          }
        />
      )}
      {isEditing ? (
        <EmailForm hasPassword={account.has_password} onDone={done} />
      ) : (
        <Button ref={opener} size="sm" className="justify-self-start" onClick={edit}>
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
        <p>
          <EmailAddress email={email} />
        </p>
        <p className="text-muted text-sm">{note}</p>
      </div>
      {action}
    </div>
  );
}

function check({ email, current_password }: EmailBody, hasPassword: boolean): Checked<EmailBody> {
  const checked = checkNewEmail(email);
  const errors: FieldErrors = checked.ok ? [] : [...checked.errors];
  if (hasPassword && current_password === '')
    errors.push({ field: 'current_password', message: accountMessages.fillAll });
  return checked.ok && errors.length === 0
    ? { ok: true, value: { email: checked.value, current_password } }
    : { ok: false, errors };
}

/** The new address, and the password of a member with one. `onDone` is called after success and on Cancel. */
function EmailForm({ hasPassword, onDone }: { hasPassword: boolean; onDone: () => void }) {
  const sendsEmails = useSendsEmails();
  const form = useForm({
    initial: { email: '', current_password: '' },
    check: (values) => check(values, hasPassword),
    send: async (body) => {
      const answer = await changeEmail(body);
      if (!answer.ok) {
        const refusal = refusalOf(answer.error, 'Failed to change the address');
        return hasPassword ? refusal : { text: refusal.text };
      }
      toast.success(sendsEmails ? `A link is on its way to ${body.email}` : 'Ask the operator for the link');
      onDone();
      return null;
    },
  });
  const intended = useIntendedAddress(form.values.email, (email) => form.change({ email }));
  return (
    <Form
      form={form}
      label="Change address"
      submit={sendsEmails ? 'Send the link' : 'Request the link'}
      onCancel={onDone}
    >
      <Input
        label="New email address"
        type="email"
        autoComplete="email"
        autoFocus
        {...intended}
        {...form.text('email')}
      />
      {hasPassword && (
        <PasswordInput label="Current password" autoComplete="current-password" {...form.text('current_password')} />
      )}
      <p className="text-muted text-sm">
        {sendsEmails
          ? 'We send a link there and notify your current address, which can undo the change for 7 days.'
          : 'This site sends no email. The operator can give you the link that confirms the new address.'}
      </p>
    </Form>
  );
}
