import toast from 'react-hot-toast';
import { signOut } from '../../people/state/sign-out';

/** Ends the session and says so. */
export function logOut(): void {
  void signOut();
  toast.success('Logged out successfully');
}
