import { Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { Link } from 'react-router-dom';
import { setShortcutsListed } from '../../core/device/shortcuts';
import { chooseTheme, type ThemeChoice, themeChoices, useTheme } from '../../core/device/theme';
import { useSession } from '../../core/session/session';
import { Badge } from '../../ui/Badge';
import { cx } from '../../ui/cx';
import { closeMenuOf, Menu, MenuButton, menuLineClass } from '../../ui/overlay/MenuItems';
import { themeWords } from '../settings/theme-words';
import { reportsWords, useAccountLinks } from './account-links';
import { askToLogOut } from './log-out';

const acts = [
  { text: 'Keyboard shortcuts', icon: Keyboard, run: () => setShortcutsListed(true), isForKeyboards: true },
  { text: 'Log out', icon: LogOut, run: () => askToLogOut(), isForKeyboards: false },
];

/** The member's menu in the bar: their pages, the theme, the keys, and the logout. */
export function AccountMenu({ onLeave }: { onLeave: () => void }) {
  const user = useSession((state) => state.user);
  const links = useAccountLinks();
  return (
    <Menu onLeave={onLeave}>
      {user && (
        <div className="px-3 pt-1.5 pb-2.5">
          <span className="block truncate font-semibold" title={user.name}>
            {user.name}
          </span>
          <span className="block truncate text-muted text-sm" title={user.email}>
            {user.email}
          </span>
        </div>
      )}
      {links.map(({ to, text, icon: Icon, count }) => (
        <Link
          key={to}
          to={to}
          role="menuitem"
          tabIndex={-1}
          onClick={({ currentTarget }) => {
            closeMenuOf(currentTarget);
            onLeave();
          }}
          className={menuLineClass}
        >
          <Icon aria-hidden className="size-4.5 text-muted" />
          <span className="flex-1">
            {text}
            {count > 0 && <span className="sr-only">{reportsWords(count)}</span>}
          </span>
          <Badge count={count} />
        </Link>
      ))}
      <ThemeItems />
      {acts.map(({ text, icon: Icon, run, isForKeyboards }) => (
        <MenuButton
          key={text}
          onLeave={onLeave}
          onChoose={run}
          className={cx(isForKeyboards && 'pointer-coarse:hidden')}
        >
          <Icon aria-hidden className="size-4.5 text-muted" />
          {text}
        </MenuButton>
      ))}
    </Menu>
  );
}

const themeIcons: Record<ThemeChoice, typeof Sun> = { dark: Moon, light: Sun, system: Monitor };

/** The themes side by side. Choosing one leaves the menu open, to compare them. */
function ThemeItems() {
  const choice = useTheme((state) => state.choice);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset isn't part of a menu
    <div role="group" aria-label="Appearance" className="my-1 border-line border-y py-2">
      <div aria-hidden className="px-3 pb-1 text-muted text-xs">
        Appearance
      </div>
      <div role="presentation" className="grid grid-cols-3 gap-1">
        {themeChoices.map((one) => {
          const Icon = themeIcons[one];
          return (
            <button
              key={one}
              type="button"
              role="menuitemradio"
              aria-checked={one === choice}
              tabIndex={-1}
              onClick={() => chooseTheme(one)}
              className={cx(
                'flex min-h-control flex-col items-center justify-center gap-0.5 rounded-md border text-xs hover:bg-hover',
                one === choice ? 'border-control bg-hover font-semibold' : 'border-reserved text-muted',
              )}
            >
              <Icon aria-hidden className="size-4" />
              {themeWords[one]}
            </button>
          );
        })}
      </div>
    </div>
  );
}
