import toast from 'react-hot-toast';
import { signOut } from '../../core/session/sign-out';
// What the subjects delete at a sign-out.
import '../live/join';

/** Ends the session and says so. */
export function logOut(): void {
  void signOut();
  toast.success('Logged out successfully');
}
