import { Menu as MenuIcon, Plus, Search, X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { MessageBell, useTitleCount } from '../../chat/screens/bell/MessageBell';
import { searchDialog } from '../../chat/state/search-dialog';
import { control } from '../../core/device/shortcuts';
import { useSession } from '../../core/session/session';
import { latePart, lazyPart } from '../../lib/loading/lazy-part';
import { NotificationBell } from '../../notices/screens/bell/NotificationBell';
import { createDialog } from '../../projects/state/dialogs';
import { Avatar } from '../../ui/Avatar';
import { Button, iconButtonClass } from '../../ui/button/Button';
import { IconButton } from '../../ui/button/IconButton';
import { cx } from '../../ui/cx';
import { Popover } from '../../ui/overlay/Popover';
import { TakesKeyboard } from '../../ui/overlay/TakesKeyboard';
import { Skeleton } from '../../ui/page/Skeleton';

const MENU_ID = 'mobile-menu';
const MobileMenu = latePart(() => import('./MobileMenu'), 'MobileMenu');

/** A member's part of the bar. On a phone it has only the search and the bells; the rest is in a menu and the bottom bar. */
export function MemberBar() {
  useTitleCount();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const close = useCallback((focus: 'to button' | 'elsewhere') => {
    setOpen(false);
    if (focus === 'to button') toggle.current?.focus();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: going somewhere closes the menu
  useEffect(() => setOpen(false), [pathname]);
  return (
    <>
      <nav aria-label="Main" className="hidden items-center md:flex">
        <NavLinks />
      </nav>
      <SearchField className="order-2 w-36 max-xl:hidden" />
      {/* Aligns the last icon, not its padding, with the page's edge. */}
      <div className="order-2 -mr-2 flex items-center md:-mr-1.5 xl:ml-2">
        <div data-lane="buttons" className="flex items-center">
          {/* With very large text, the menu has the search. */}
          <IconButton icon={Search} label="Search" onClick={openSearch} className="max-22rem:hidden xl:hidden" />
          <CreateButton className="mr-1 max-md:hidden" />
        </div>
        <div data-lane="large" className="flex">
          <MessageBell />
          <NotificationBell />
        </div>
        <AccountButton className="max-md:hidden" />
        <IconButton
          ref={toggle}
          icon={open ? X : MenuIcon}
          label={open ? 'Close menu' : 'Open menu'}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="md:hidden"
        />
      </div>
      {open && <MobileMenu id={MENU_ID} onClose={close} />}
    </>
  );
}

const AccountMenu = lazyPart(() => import('./AccountMenu'), 'AccountMenu');

/** The member's initials, which open their menu. */
function AccountButton({ className }: { className?: string }) {
  const user = useSession((state) => state.user);
  const [open, setOpen] = useState(false);
  if (user === null) return null;
  return (
    <div className={cx('flex', className)}>
      <Popover
        label="Account"
        role="menu"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <button type="button" className={iconButtonClass}>
            <Avatar id={user.id} name={user.name} size="sm" />
            <span className="sr-only">Account menu</span>
          </button>
        }
      >
        <TakesKeyboard onLeave={() => setOpen(false)} fallback={<MenuSkeleton />}>
          <AccountMenu onLeave={() => setOpen(false)} />
        </TakesKeyboard>
      </Popover>
    </div>
  );
}

const MenuSkeleton = () => (
  <div className="grid min-h-80 content-start gap-4 p-4">
    <Skeleton className="h-9 w-40" />
    <Skeleton className="h-5 w-24" />
    <Skeleton className="h-5 w-24" />
    <Skeleton className="h-16" />
    <Skeleton className="h-5 w-36" />
  </div>
);

const links = [
  { to: '/dashboard', text: 'Dashboard' },
  { to: '/projects', text: 'Projects' },
  { to: '/work', text: 'My work' },
  { to: '/messages', text: 'Messages' },
];

/** The main links. A phone has them at the bottom. */
function NavLinks() {
  return links.map(({ to, text }) => (
    <NavLink
      key={to}
      to={to}
      className={({ isActive }) =>
        cx(
          'flex min-h-control items-center whitespace-nowrap rounded-md px-3 font-medium text-sm transition-colors hover:bg-hover hover:text-fg md:max-lg:px-2',
          isActive ? 'text-fg' : 'text-muted',
        )
      }
    >
      {({ isActive }) => (
        <span className={cx('border-b-2 py-0.5', isActive ? 'border-fg' : 'border-reserved')}>{text}</span>
      )}
    </NavLink>
  ));
}

const openSearch = () => searchDialog.open('everything');

/** A button that looks like a field and opens the search, for a wide bar. It leaves room for toasts (ui/overlay/toast-lane.ts). */
const SearchField = ({ className }: { className: string }) => (
  <button
    type="button"
    aria-haspopup="dialog"
    aria-keyshortcuts="Control+K Meta+K /"
    onClick={openSearch}
    className={cx(
      'flex min-h-control-sm items-center gap-2 rounded-md border border-line bg-surface px-3 text-left text-muted text-sm transition-colors hover:border-control hover:bg-hover',
      className,
    )}
  >
    <Search aria-hidden className="size-4 shrink-0" />
    <span className="min-w-0 flex-1 truncate">Search</span>
    <kbd aria-hidden className="shrink-0 font-sans text-faint text-xs pointer-coarse:hidden">
      {control} K
    </kbd>
  </button>
);

/** Opens the create-project dialog from any screen. */
const CreateButton = ({ className }: { className: string }) => (
  <Button size="sm" onClick={() => createDialog.open(true)} className={className}>
    <Plus aria-hidden className="size-4" />
    {/* Hidden on a tablet, to leave room for the search box. */}
    <span className="md:max-lg:sr-only">Create</span>
  </Button>
);
