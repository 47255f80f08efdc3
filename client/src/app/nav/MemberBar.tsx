import { projectLimits } from '@sangam/shared/projects/limits';
import { Menu as MenuIcon, Plus, Search, X } from 'lucide-react';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { Link, NavLink, useLocation, useNavigate } from 'react-router-dom';
import { MessageBell, useTitleCount } from '../../chat/screens/bell/MessageBell';
import { useSession } from '../../core/session/session';
import { NotificationBell } from '../../notices/screens/bell/NotificationBell';
import { createDialog } from '../../projects/state/dialogs';
import { Avatar } from '../../ui/Avatar';
import { Button, type ButtonProps } from '../../ui/button/Button';
import { IconButton } from '../../ui/button/IconButton';
import { cx } from '../../ui/cx';
import { Input } from '../../ui/form/Input';
import { useBackCloses } from '../../ui/overlay/back-closes';
import { LogoutButton } from './log-out';

const MENU_ID = 'mobile-menu';

/** A member's part of the bar. On a phone it has only the bells; the rest is in a menu. */
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
        <NotificationBell />
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

/** The member's initials, linked to their profile. */
function ProfileLink({ className }: { className?: string }) {
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

interface MobileMenuProps {
  id: string;
  onClose: (giveFocusBack: boolean) => void;
}

/**
 * The bar's menu on a phone, with the member's name and email. Escape, Back, a touch outside and each of its links
 * close it.
 */
function MobileMenu({ id, onClose }: MobileMenuProps) {
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
    // A link to the current page changes no address, so clicks are followed too.
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
      {/* The menu's own button gets the focus back when a dialog closes. */}
      <CreateButton onPress={() => onClose(true)} />
      <LogoutButton line onAsk={() => onClose(true)} />
    </div>
  );
}

const links = [
  { to: '/dashboard', text: 'Dashboard' },
  { to: '/projects', text: 'Projects' },
  { to: '/work', text: 'My work' },
  { to: '/messages', text: 'Messages' },
];

/** The main links, in a row or (in the mobile menu) in a column. */
function NavLinks({ column = false }: { column?: boolean }) {
  return links.map(({ to, text }) => (
    <NavLink
      key={to}
      to={to}
      className={({ isActive }) =>
        cx(
          'flex min-h-control items-center whitespace-nowrap rounded-md px-3 font-medium text-sm transition-colors hover:bg-hover hover:text-fg md:max-lg:px-2',
          isActive ? 'text-fg' : 'text-muted',
          isActive && column && 'bg-hover',
        )
      }
    >
      {({ isActive }) => (
        <span className={cx('border-b-2 py-0.5', isActive && !column ? 'border-fg' : 'border-reserved')}>{text}</span>
      )}
    </NavLink>
  ));
}

interface SearchBoxProps {
  onSearch?: () => void;
  className?: string;
}

/** The bar's search: Enter opens the matching projects. */
function SearchBox({ onSearch, className }: SearchBoxProps) {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const search = (event: FormEvent) => {
    event.preventDefault();
    navigate(`/projects?${new URLSearchParams({ search: text.trim() })}`);
    setText('');
    onSearch?.();
  };
  return (
    <search className={className}>
      <form onSubmit={search}>
        <Input
          type="search"
          label="Search projects on Sangam"
          hideLabel
          placeholder="Search projects"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={projectLimits.searchMaxChars}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="text-ellipsis"
          icon={<Search aria-hidden className="size-4" />}
        />
      </form>
    </search>
  );
}

interface CreateButtonProps extends Pick<ButtonProps, 'size' | 'className'> {
  /** Runs before the dialog opens, for example to close the menu. */
  onPress?: () => void;
}

/** Opens the create-project dialog from any screen. */
function CreateButton({ onPress, ...look }: CreateButtonProps) {
  const open = () => {
    onPress?.();
    createDialog.open(true);
  };
  return (
    <Button {...look} onClick={open}>
      <Plus aria-hidden className="size-4" />
      {/* Hidden on a tablet, to leave room for the search box. */}
      <span className="md:max-lg:sr-only">Create</span>
    </Button>
  );
}
