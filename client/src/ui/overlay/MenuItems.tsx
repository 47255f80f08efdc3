import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useNeedsServer } from '../../lib/hooks/window-state';
import { cx } from '../cx';

interface MenuItem {
  label: string;
  onChoose: () => unknown;
  /** The action needs the server. */
  needsServer?: boolean;
  /** The action is destructive, so its line is red and below the others. */
  isDestructive?: boolean;
}

interface MenuProps {
  /** Closes the menu. */
  onLeave: () => void;
  children: ReactNode;
}

interface MenuItemsProps extends Omit<MenuProps, 'children'> {
  items: readonly MenuItem[];
  /** Items shown side by side above the lines. */
  first?: ReactNode;
}

/** The classes of a menu's line. */
export const menuLineClass = 'flex min-h-control items-center gap-3 rounded-md px-3 text-left text-sm hover:bg-hover';

/**
 * Closes the popover around a chosen line while the line has the focus: the browser then returns the focus to the button, and a dialog
 * opened next can also return it there.
 */
export const closeMenuOf = (line: HTMLElement): void => line.closest<HTMLElement>('[popover]')?.hidePopover();

/** Returns the index of the line that a key moves to; null for any other key. */
function lineAfter(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return (at + 1) % count;
    case 'ArrowUp':
    case 'ArrowLeft':
      return (at - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/** A menu's content, inside a popover with that role. The arrow keys, Home and End move between its items; Tab leaves. */
export function Menu({ onLeave, children }: MenuProps) {
  const list = useRef<HTMLDivElement>(null);
  const lines = () => [...(list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the menu opens
  useEffect(() => lines()[0]?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return onLeave();
    const all = lines();
    const next = lineAfter(event.key, all.indexOf(document.activeElement as HTMLElement), all.length);
    if (next === null) return;
    event.preventDefault();
    all[next]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the popover around it has the role
    <div ref={list} onKeyDown={onKeyDown} className="grid p-1.5">
      {children}
    </div>
  );
}

interface MenuButtonProps extends ComponentProps<'button'>, Pick<MenuProps, 'onLeave'>, Pick<MenuItem, 'onChoose'> {}

/** A line of a menu that performs an action. */
export const MenuButton = ({ onLeave, onChoose, className, ...rest }: MenuButtonProps) => (
  <button
    {...rest}
    type="button"
    role="menuitem"
    tabIndex={-1}
    onClick={({ currentTarget }) => {
      closeMenuOf(currentTarget);
      onLeave();
      void onChoose();
    }}
    className={cx(menuLineClass, className)}
  />
);

/** A menu whose lines each perform an action. */
export const MenuItems = ({ items, onLeave, first }: MenuItemsProps) => {
  const online = useNeedsServer();
  const inOrder = items.toSorted((a, b) => Number(a.isDestructive ?? false) - Number(b.isDestructive ?? false));
  return (
    <Menu onLeave={onLeave}>
      {first}
      {inOrder.map(({ label, onChoose, needsServer, isDestructive }) => (
        <MenuButton
          key={label}
          {...(needsServer && online)}
          onLeave={onLeave}
          onChoose={onChoose}
          className={cx(isDestructive && 'text-danger-text')}
        >
          {label}
        </MenuButton>
      ))}
    </Menu>
  );
};
