import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';

interface PaneHeadProps {
  title: string;
  /** A link or button with `backProps`, which leads back. */
  back: ReactNode;
  /** An explanation of the list. */
  children: ReactNode;
}

/** The head of a list shown in place of the conversations. */
export const PaneHead = ({ title, back, children }: PaneHeadProps) => (
  <div className="grid gap-1 border-line border-b px-4 py-3">
    {back}
    <h2 className="text-base">{title}</h2>
    <p className="text-muted text-sm">{children}</p>
  </div>
);

/** The style and content of the link or button back to the conversations. */
export const backProps = {
  className: 'flex min-h-control items-center gap-2 rounded-md text-muted text-sm hover:text-fg',
  children: (
    <>
      <ArrowLeft aria-hidden className="size-4" />
      Conversations
    </>
  ),
};
