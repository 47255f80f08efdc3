import { LogOut } from 'lucide-react';
import toast from 'react-hot-toast';
import { signOut } from '../../stores/session';
import { Button } from '../../ui/Button';
import { IconButton } from '../../ui/IconButton';

const logOut = () => {
  void signOut();
  toast.success('Logged out successfully');
};

/** Ends the session: an icon in the bar, a line in the mobile menu. */
export function LogoutButton({ line = false, className = '' }: { line?: boolean; className?: string }) {
  if (!line) return <IconButton icon={LogOut} label="Log out" onClick={logOut} className={className} />;
  return (
    <Button onClick={logOut} block className={className}>
      <LogOut aria-hidden className="size-4" />
      Log out
    </Button>
  );
}
