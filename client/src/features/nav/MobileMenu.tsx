import { Bell } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../../stores/session';
import { Avatar } from '../../ui/Avatar';
import { Button } from '../../ui/Button';
import { LogoutButton } from './LogoutButton';
import { NavLinks } from './NavLinks';
import { SearchBox } from './SearchBox';

/** The bar's content on a phone, with the member's name and email. Escape closes it. */
export function MobileMenu({ id, onClose }: { id: string; onClose: () => void }) {
  const user = useSession((state) => state.user);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onClose]);
  return (
    <div
      id={id}
      className="absolute inset-x-0 top-full flex max-h-[calc(100dvh-4rem)] animate-enter flex-col gap-3 overflow-y-auto border-line border-b bg-ink p-4 md:hidden"
    >
      {user && (
        <Link to="/profile" className="flex min-h-control items-center gap-3 rounded-md p-1 hover:bg-hover">
          <Avatar id={user.id} name={user.name} />
          <span className="min-w-0">
            <span className="block truncate font-semibold">{user.name}</span>
            <span className="block truncate text-muted text-sm">{user.email}</span>
          </span>
        </Link>
      )}
      <SearchBox />
      <nav aria-label="Main" className="flex flex-col">
        <NavLinks column />
      </nav>
      <div className="grid grid-cols-2 gap-2">
        <Button>Create</Button>
        <Button>
          <Bell aria-hidden className="size-4" />
          Notifications
        </Button>
      </div>
      <LogoutButton line />
    </div>
  );
}
