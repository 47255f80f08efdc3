import toast from 'react-hot-toast/headless';
import type { ApiError } from '../../../core/api/errors';
import { useEditing } from '../../../lib/hooks/use-editing';
import { Button } from '../../../ui/button/Button';
import { Card } from '../../../ui/Card';
import { deleteAccount } from '../../state/account';
import { ProofForm } from './ProofForm';

interface DeleteAccountProps {
  email: string;
  hasPassword: boolean;
  /** Deletes the account, given the password. Returns the error, or null on success. */
  remove?: (password: string) => Promise<ApiError | null>;
}

async function removeSignedIn(password: string): Promise<ApiError | null> {
  const answer = await deleteAccount(password);
  if (!answer.ok) return answer.error;
  toast.success('Your account will be deleted in 30 days. Sign in before then to restore it.');
  return null;
}

/** The card that deletes the account, after a form that says what will happen. */
export function DeleteAccount(props: DeleteAccountProps) {
  const { isEditing, edit, done, opener } = useEditing();
  return (
    <Card className="grid gap-4">
      <h2 className="text-base">Delete account</h2>
      {isEditing ? (
        <DeleteForm {...props} onCancel={done} />
      ) : (
        <>
          <p className="text-muted text-sm">You can restore it within 30 days. After that, deletion is final.</p>
          <Button ref={opener} size="sm" className="justify-self-start text-danger-text!" onClick={edit}>
            Delete account
          </Button>
        </>
      )}
    </Card>
  );
}

const DeleteForm = ({ remove = removeSignedIn, ...props }: DeleteAccountProps & { onCancel: () => void }) => (
  <ProofForm
    label="Delete account"
    confirm="Delete my account"
    variant="danger"
    failed="Failed to delete the account"
    send={remove}
    {...props}
  >
    <ul className="grid list-disc gap-1 pl-5">
      <li>Every device is logged out, and nobody can write to you.</li>
      <li>Your requests and interest end, and your seats in teams become free.</li>
      <li>Each of your unfinished projects is offered to its team for 7 days, and closes if nobody accepts.</li>
      <li>You can restore your account within 30 days by signing in, but not your requests and seats.</li>
      <li>
        After 30 days, your name, profile and email address are removed. Members you wrote to still have your messages.
      </li>
    </ul>
  </ProofForm>
);
