import { ChartNoAxesColumn, Keyboard, LogOut, Plus, Search, Users } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { NavLink } from 'react-router-dom';
import { searchDialog } from '../../chat/state/search-dialog';
import { setShortcutsListed } from '../../core/device/shortcuts';
import { chooseTheme, useTheme } from '../../core/device/theme';
import { useSession } from '../../core/session/session';
import { createDialog } from '../../projects/state/dialogs';
import { Avatar } from '../../ui/Avatar';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/button/Button';
import { cx } from '../../ui/cx';
import { WordSelect } from '../../ui/form/Select';
import { useBackCloses } from '../../ui/overlay/back-closes';
import { themeWords } from '../settings/theme-words';
import { type AccountLink, reportsWords, useAccountLinks } from './account-links';
import { askToLogOut } from './log-out';

interface MobileMenuProps {
  id: string;
  /** Called to close the menu. `focus`: return it to the button that opened the menu, or leave it to where the reader goes. */
  onClose: (focus: 'to button' | 'elsewhere') => void;
}

const pages: AccountLink[] = [
  { to: '/collaborators', text: 'Find people', icon: Users, count: 0 },
  { to: '/analytics', text: 'Analytics', icon: ChartNoAxesColumn, count: 0 },
];

/**
 * The bar's menu on a phone: everything that the bottom bar doesn't have, with the member's name and email. Escape, Back, a press outside
 * and each of its links close it.
 */
export function MobileMenu({ id, onClose }: MobileMenuProps) {
  const user = useSession((state) => state.user);
  const links = useAccountLinks();
  const theme = useTheme((state) => state.choice);
  useBackCloses(() => onClose('elsewhere'));
  const menu = useRef<HTMLDivElement>(null);
  const shade = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose('to button');
    };
    const onPress = ({ target }: PointerEvent) => {
      const bar = menu.current?.closest('header');
      if (target instanceof Node && bar?.contains(target) === false) onClose('elsewhere');
    };
    // A link to the current page doesn't change the address, so the menu listens for clicks on links.
    const onClick = ({ target }: MouseEvent) => {
      const isLink = target instanceof Element && menu.current?.contains(target) && target.closest('a') !== null;
      if (isLink || target === shade.current) onClose('elsewhere');
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
  // Returns the focus to the menu's button first, so that a dialog opened next can return it there.
  const afterClose = (run: () => void) => () => {
    onClose('to button');
    run();
  };
  return (
    <>
      {/* Catches a press outside, so that it hits nothing on the page. */}
      <div
        ref={shade}
        aria-hidden
        className="absolute inset-x-0 top-full h-[calc(100dvh-var(--bar-h)-var(--safe-top))] touch-none bg-overlay md:hidden"
      />
      <div
        ref={menu}
        id={id}
        className="absolute inset-x-0 top-full flex max-h-[calc(100dvh-var(--bar-h)-var(--safe-top))] animate-enter flex-col gap-3 overflow-y-auto border-line border-b bg-ink p-4 md:hidden"
      >
        <Button onClick={afterClose(() => createDialog.open(true))}>
          <Plus aria-hidden className="size-4" />
          Create
        </Button>
        <Button onClick={afterClose(() => searchDialog.open('everything'))} className="min-22rem:hidden">
          <Search aria-hidden className="size-4" />
          Search
        </Button>
        <nav aria-label="More pages" className="flex flex-col">
          {pages.map((link) => (
            <MenuLink key={link.to} to={link.to}>
              <LineText {...link} />
            </MenuLink>
          ))}
        </nav>
        <nav aria-label="Account" className="flex flex-col">
          {links.map((link) => (
            <MenuLink key={link.to} to={link.to}>
              {link.to === '/profile' && user ? (
                <>
                  <Avatar id={user.id} name={user.name} />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate font-semibold">{user.name}</span>
                    <span className="block truncate text-muted text-sm">{user.email}</span>
                  </span>
                  <span className="text-muted text-sm">{link.text}</span>
                </>
              ) : (
                <LineText {...link} />
              )}
            </MenuLink>
          ))}
        </nav>
        <WordSelect label="Appearance" value={theme} words={themeWords} onChoose={chooseTheme} />
        <div className="flex flex-col">
          <button
            type="button"
            onClick={afterClose(() => setShortcutsListed(true))}
            className={cx(lineClass, 'pointer-coarse:hidden')}
          >
            <LineText text="Keyboard shortcuts" icon={Keyboard} />
          </button>
          <button type="button" onClick={() => askToLogOut(() => onClose('to button'))} className={lineClass}>
            <LineText text="Log out" icon={LogOut} />
          </button>
        </div>
      </div>
    </>
  );
}

const lineClass = 'flex min-h-control items-center gap-3 rounded-md px-2 py-1 text-left hover:bg-hover';

const MenuLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <NavLink to={to} className={({ isActive }) => cx(lineClass, isActive && 'bg-hover')}>
    {children}
  </NavLink>
);

const LineText = ({ text, icon: Icon, count = 0 }: Pick<AccountLink, 'text' | 'icon'> & { count?: number }) => (
  <>
    <span className="grid size-10 place-items-center">
      <Icon aria-hidden className="size-5 text-muted" />
    </span>
    <span className="flex-1">
      {text}
      {count > 0 && <span className="sr-only">{reportsWords(count)}</span>}
    </span>
    <Badge count={count} />
  </>
);
