import toast from 'react-hot-toast';
import { deleteAccount } from '../../state/delete-account';
import { ProofForm } from './ProofForm';

interface DeleteFormProps {
  email: string;
  hasPassword: boolean;
  onCancel: () => void;
}

/** Says what will happen, and asks for the password of who has one. */
export const DeleteForm = (props: DeleteFormProps) => (
  <ProofForm
    label="Delete account"
    confirm="Delete my account"
    variant="danger"
    failed="Failed to delete the account"
    send={async (password) => {
      const answer = await deleteAccount(password);
      if (!answer.ok) return answer.error;
      toast.success('Your account will be deleted in 30 days. Sign in before then to come back.');
      return null;
    }}
    {...props}
  >
    <ul className="grid list-disc gap-1 pl-5">
      <li>Every device is signed out, and nobody can write to you any more.</li>
      <li>Your requests and interest end, and your seats in teams become free.</li>
      <li>Your projects are closed. Hand those over first that are to go on.</li>
      <li>For 30 days you can come back by signing in.</li>
      <li>Then your name, profile and address are removed. What you wrote stays with those you wrote to.</li>
    </ul>
  </ProofForm>
);
