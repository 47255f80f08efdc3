import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

interface MenuItem {
  label: string;
  onChoose: () => unknown;
}

interface MenuItemsProps {
  items: readonly MenuItem[];
  /** Closes the menu. */
  onLeave: () => void;
  /** Items side by side above the lines. */
  first?: ReactNode;
}

/** Returns the line that a key leads to, or null for any other key. */
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

/** The lines of a menu, inside a popover with that role. The arrow keys, Home and End move between them; Tab leaves. */
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
            // Close the popover while a line has the focus: the browser then returns it to the button, and a dialog
            // opened next can return it there too.
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
