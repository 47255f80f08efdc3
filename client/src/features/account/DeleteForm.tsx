import { accountMessages } from '@sangam/shared/rules/accounts';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { errorText, fieldErrors } from '../../api/errors';
import { deleteAccount } from '../../stores/delete-account';
import { Banner } from '../../ui/Banner';
import { Button } from '../../ui/Button';
import { PasswordInput } from '../../ui/PasswordInput';
import { useForm } from '../../ui/use-form';

interface DeleteFormProps {
  email: string;
  hasPassword: boolean;
  onCancel: () => void;
}

/** Says what will happen, and asks for the password of who has one. */
export function DeleteForm({ email, hasPassword, onCancel }: DeleteFormProps) {
  const [password, setPassword] = useState('');
  const { field, failure, busy, submit } = useForm({
    check: () =>
      hasPassword && password === ''
        ? ({ ok: false, errors: [{ field: 'current_password', message: accountMessages.fillAll }] } as const)
        : ({ ok: true, value: password } as const),
    send: async (current_password) => {
      const answer = await deleteAccount(current_password);
      if (!answer.ok)
        return {
          text: errorText(answer.error, 'Failed to delete the account'),
          errors: hasPassword ? fieldErrors(answer.error) : [],
        };
      toast.success('Your account will be deleted in 30 days. Sign in before then to come back.');
      return null;
    },
  });
  return (
    <form noValidate onSubmit={submit} className="grid gap-4" aria-label="Delete account">
      {failure && <Banner tone="error">{failure}</Banner>}
      <ul className="grid list-disc gap-1 pl-5 text-muted text-sm">
        <li>Every device is signed out, and nobody can write to you any more.</li>
        <li>Your requests and interest end, and your seats in teams become free.</li>
        <li>Your projects are closed. Hand those over first that are to go on.</li>
        <li>For 30 days you can come back by signing in.</li>
        <li>Then your name, profile and address are removed. What you wrote stays with those you wrote to.</li>
      </ul>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      {hasPassword && (
        <PasswordInput
          label="Current password"
          name="current_password"
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          {...field('current_password')}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger" busy={busy}>
          Delete my account
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
