import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';

interface SectionProps {
  title: string;
  /** Stands next to the title. */
  count?: ReactNode;
  /** At the right end of the heading's line. */
  aside?: ReactNode;
  children: ReactNode;
}

export function Section({ title, count, aside, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="@container/heading min-w-0">
      {/* As high as with a link, so that the headings of both columns are level. */}
      <div className="mb-2 flex min-h-9 items-center justify-between gap-x-3 gap-y-1 has-[[data-own-line]]:@max-lg/heading:flex-wrap">
        <div className="flex min-w-0 items-center gap-2">
          <h2 id={id} className="text-lg">
            {title}
          </h2>
          {count}
        </div>
        {/* A long link leaves the heading its line. */}
        <div className="flex min-w-0 flex-1 basis-24 items-center justify-end gap-2 empty:hidden has-[[data-own-line]]:@max-lg/heading:basis-full">
          {aside}
        </div>
      </div>
      {children}
    </section>
  );
}

/** A link in the line of a heading, which sets it apart from a count there. */
export const SectionLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={to}
    className="flex min-h-control-sm min-w-0 items-center text-muted text-sm underline underline-offset-2 hover:text-fg"
  >
    {children}
  </Link>
);
