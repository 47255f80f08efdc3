import { LogOut } from 'lucide-react';
import toast from 'react-hot-toast';
import { signOut, unsent } from '../../core/session/sign-out';
import { Button } from '../../ui/button/Button';
import { IconButton } from '../../ui/button/IconButton';
// Registers what each subject deletes at a sign-out.
import '../live/subjects';
import { createDialogStore } from '../../core/store/dialog';

interface LogoutButtonProps {
  /** A line in the mobile menu rather than an icon in the bar. */
  line?: boolean;
  /** Runs when the dialog opens. */
  onAsk?: () => void;
  className?: string;
}

/** Ends the session; asks first if that would delete unsent messages or drafts. */
export function LogoutButton({ line = false, onAsk, className = '' }: LogoutButtonProps) {
  const press = () => {
    const { messages, drafts } = unsent();
    if (messages + drafts === 0) return logOut();
    onAsk?.();
    signOutDialog.open(true);
  };
  if (!line) return <IconButton icon={LogOut} label="Log out" onClick={press} className={className} />;
  return (
    <Button onClick={press} block className={className}>
      <LogOut aria-hidden className="size-4" />
      Log out
    </Button>
  );
}

/** Ends the session and confirms it. */
export function logOut(): void {
  void signOut();
  toast.success('Logged out successfully');
}

/** The dialog that asks before a logout which would delete something. */
export const signOutDialog = createDialogStore<true>();
