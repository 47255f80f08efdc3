import type { ReactNode } from 'react';

interface HeldProps {
  /** Whether what stands above still loads. */
  while: boolean;
  children: ReactNode;
}

/** Sections below one that loads: not shown until it has loaded, for 1.5 s at most, so that nothing moves on screen. */
export const Held = ({ while: isHeld, children }: HeldProps) => (
  <div className={isHeld ? 'held grid min-w-0 gap-8' : 'grid min-w-0 gap-8'}>{children}</div>
);
