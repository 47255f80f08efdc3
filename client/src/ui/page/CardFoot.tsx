import type { ReactNode } from 'react';

/** The look of a button or link in it. */
export const footLook = { variant: 'ghost', size: 'sm' } as const;

/** The last line of a card with a list, which leads to more of it. */
export const CardFoot = ({ children }: { children: ReactNode }) => (
  <div className="grid border-line border-t p-1">{children}</div>
);
