import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';

interface SectionProps {
  title: string;
  /** Stands next to the title, in its line. */
  count?: ReactNode;
  /** At the right end of the heading's line. */
  aside?: ReactNode;
  children: ReactNode;
}

export function Section({ title, count, aside, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="@container/heading min-w-0">
      {/* As high as a heading with a link, so that both columns' headings line up. */}
      <div className="mb-2 flex min-h-9 items-center justify-between gap-x-3 gap-y-1 has-[[data-own-line]]:@max-lg/heading:flex-wrap">
        {/* The count follows the last word, also of a title of two lines. */}
        <div className="min-w-0 text-balance text-lg">
          <h2 id={id} className="inline">
            {title}
          </h2>
          {'\u00A0'}
          {count}
        </div>
        {/* A long link wraps below the heading. */}
        <div className="flex min-w-0 flex-1 basis-24 items-center justify-end gap-2 empty:hidden has-[[data-own-line]]:@max-lg/heading:basis-full">
          {aside}
        </div>
      </div>
      {children}
    </section>
  );
}

/** A link on a heading's line, styled differently from a count there. */
export const SectionLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={to}
    className="flex min-h-control-sm min-w-0 items-center text-muted text-sm underline underline-offset-2 hover:text-fg"
  >
    {children}
  </Link>
);
