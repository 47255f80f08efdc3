import { Menu as MenuIcon, X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { MessageBell } from '../../chat/screens/bell/MessageBell';
import { useTitleCount } from '../../chat/screens/bell/use-title-count';
import { InboxBell } from '../../notices/screens/bell/NotificationBell';
import { IconButton } from '../../ui/button/IconButton';
import { CreateButton } from './CreateButton';
import { LogoutButton } from './LogoutButton';
import { MobileMenu } from './MobileMenu';
import { NavLinks } from './NavLinks';
import { ProfileLink } from './ProfileLink';
import { SearchBox } from './SearchBox';

const MENU_ID = 'mobile-menu';

/** What a member sees in the bar; on a phone only the bells, and the rest in a menu. */
export function MemberBar() {
  useTitleCount();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const close = useCallback((giveFocusBack: boolean) => {
    setOpen(false);
    if (giveFocusBack) toggle.current?.focus();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: going somewhere closes the menu
  useEffect(() => setOpen(false), [pathname]);
  return (
    <>
      <nav aria-label="Main" className="hidden items-center md:flex">
        <NavLinks />
      </nav>
      <SearchBox className="ml-auto hidden w-full min-w-0 max-w-64 md:block" />
      <div className="flex items-center max-md:ml-auto lg:ml-2">
        <CreateButton size="sm" className="mr-1 max-md:hidden" />
        <MessageBell />
        <InboxBell />
        <ProfileLink className="max-md:hidden" />
        <LogoutButton className="max-md:hidden" />
        <IconButton
          ref={toggle}
          icon={open ? X : MenuIcon}
          label={open ? 'Close menu' : 'Open menu'}
          aria-expanded={open}
          aria-controls={MENU_ID}
          onClick={() => setOpen(!open)}
          className="md:hidden"
        />
      </div>
      {open && <MobileMenu id={MENU_ID} onClose={close} />}
    </>
  );
}
