import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

interface MenuItem {
  label: string;
  onChoose: () => unknown;
}

interface MenuItemsProps {
  items: readonly MenuItem[];
  /** Closes the menu. */
  onLeave: () => void;
  /** Items that stand side by side above the lines. */
  first?: ReactNode;
}

/** Which line the key leads to, from this one of so many; null: the key is none of a menu's. */
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

/** The lines of a menu, for a popover with that role: the arrow keys, Home and End move among them, and Tab leaves. */
export function MenuItems({ items, onLeave, first }: MenuItemsProps) {
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
      {first}
      {items.map(({ label, onChoose }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={({ currentTarget }) => {
            // While the focus is on a line, the browser gives it back to the button: a dialog that opens now returns it there.
            currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
            onLeave();
            void onChoose();
          }}
          className="flex min-h-control items-center rounded-md px-3 text-left text-sm hover:bg-hover"
        >
          {label}
        </button>
      ))}
    </div>
  );
}
