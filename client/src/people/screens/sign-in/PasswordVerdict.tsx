import { usePasswordCheck } from '../../state/password-check';

/** Shows why the server would refuse a new password, while it is typed. `error`: what the field shows, which isn't repeated. */
export function PasswordVerdict({ password, error }: { password: string; error: string | undefined }) {
  const reason = usePasswordCheck(password);
  return (
    <span role="status" className="block text-danger text-sm empty:absolute">
      {reason !== error && reason}
    </span>
  );
}
