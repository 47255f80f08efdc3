import { usePasswordCheck } from '../../state/password-check';

/** Shows why the server would refuse a new password, while it is typed. */
export function PasswordVerdict({ password }: { password: string }) {
  const reason = usePasswordCheck(password);
  return (
    <span role="status" className="block text-danger text-sm empty:hidden">
      {reason}
    </span>
  );
}
