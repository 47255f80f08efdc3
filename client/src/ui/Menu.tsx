import * as Radix from 'radix-ui/dropdown-menu';
import type { ReactNode } from 'react';

interface MenuProps {
  /** One button; it becomes the trigger. */
  trigger: ReactNode;
  align?: 'start' | 'end';
  children: ReactNode;
}

/** A list of actions that opens from a button; arrows, Home, End and typing move in it. */
export function Menu({ trigger, align = 'end', children }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 min-w-44 animate-enter rounded-lg border border-line bg-raised p-1 shadow-float"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** One action of a menu. */
export function MenuItem({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <Radix.Item
      onSelect={onSelect}
      className="flex min-h-control-sm cursor-pointer select-none items-center gap-2.5 rounded-sm px-2.5 text-sm outline-none data-[highlighted]:bg-hover"
    >
      {children}
    </Radix.Item>
  );
}
