import type { ReactNode } from 'react';

/** The look of a button or link in a `CardFoot`. */
export const footLook = { variant: 'ghost', size: 'sm' } as const;

/** The last line of a list's card, with a button or link to more of the list. */
export const CardFoot = ({ children }: { children: ReactNode }) => (
  <div className="grid border-line border-t p-1 print:hidden">{children}</div>
);
