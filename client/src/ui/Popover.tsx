import * as Radix from 'radix-ui/popover';
import type { ReactNode } from 'react';

interface PopoverProps {
  /** One button; it becomes the trigger. */
  trigger: ReactNode;
  /** What the panel is, for assistive technology. */
  label: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'end';
  children: ReactNode;
}

/** A small panel that hangs from a button; Escape and a click outside close it. */
export function Popover({ trigger, label, open, onOpenChange, align = 'end', children }: PopoverProps) {
  return (
    <Radix.Root {...(open !== undefined && { open })} {...(onOpenChange && { onOpenChange })}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-h-[min(28rem,80dvh)] w-80 max-w-[calc(100vw-1rem)] animate-enter overflow-y-auto rounded-lg border border-line bg-raised shadow-float"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export const PopoverClose = Radix.Close;
