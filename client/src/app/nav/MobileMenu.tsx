import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../../core/session/session';
import { Avatar } from '../../ui/Avatar';
import { useBackCloses } from '../../ui/overlay/use-back-closes';
import { CreateButton } from './CreateButton';
import { LogoutButton } from './LogoutButton';
import { NavLinks } from './NavLinks';
import { SearchBox } from './SearchBox';

interface MobileMenuProps {
  id: string;
  onClose: (giveFocusBack: boolean) => void;
}

/** The bar's content on a phone, with the member's name and email. Escape, Back, a touch outside and each of its links close it. */
export function MobileMenu({ id, onClose }: MobileMenuProps) {
  const user = useSession((state) => state.user);
  useBackCloses(true, () => onClose(false));
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose(true);
    };
    const onPress = ({ target }: PointerEvent) => {
      const bar = menu.current?.closest('header');
      if (target instanceof Node && bar?.contains(target) === false) onClose(false);
    };
    // A link to the page one is on changes no address, so the address alone cannot tell.
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && menu.current?.contains(target) && target.closest('a') !== null) onClose(false);
    };
    window.addEventListener('keydown', onKey);
    window.addEventListener('pointerdown', onPress);
    window.addEventListener('click', onClick);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('pointerdown', onPress);
      window.removeEventListener('click', onClick);
    };
  }, [onClose]);
  return (
    <div
      ref={menu}
      id={id}
      className="absolute inset-x-0 top-full flex max-h-[calc(100dvh-var(--bar-h)-var(--safe-top))] animate-enter flex-col gap-3 overflow-y-auto border-line border-b bg-ink p-4 md:hidden"
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
      <SearchBox onSearch={() => onClose(false)} />
      <nav aria-label="Main" className="flex flex-col">
        <NavLinks column />
      </nav>
      {/* The menu's own button takes the focus back when a dialog is closed. */}
      <CreateButton onPress={() => onClose(true)} />
      <LogoutButton line onAsk={() => onClose(true)} />
    </div>
  );
}
