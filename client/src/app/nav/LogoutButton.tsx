import { LogOut } from 'lucide-react';
import { unsent } from '../../core/session/sign-out';
import { Button } from '../../ui/button/Button';
import { IconButton } from '../../ui/button/IconButton';
import { logOut } from './log-out';
import { signOutDialog } from './sign-out-dialog';

interface LogoutButtonProps {
  /** A line in the mobile menu, rather than an icon in the bar. */
  line?: boolean;
  /** The dialog opens. */
  onAsk?: () => void;
  className?: string;
}

/** Ends the session; asks first where that deletes what was not sent. */
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
