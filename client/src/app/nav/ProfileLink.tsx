import { Link } from 'react-router-dom';
import { useSession } from '../../core/session/session';
import { Avatar } from '../../ui/Avatar';
import { cx } from '../../ui/cx';

/** The member's initials, leading to their profile. */
export function ProfileLink({ className }: { className?: string }) {
  const user = useSession((state) => state.user);
  if (user === null) return null;
  return (
    <Link
      to="/profile"
      aria-label="Profile"
      title="Profile"
      className={cx('inline-flex size-control items-center justify-center rounded-md hover:bg-hover', className)}
    >
      <Avatar id={user.id} name={user.name} size="sm" />
    </Link>
  );
}
