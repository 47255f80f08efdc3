import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { passFocusOn } from '../../lib/dom/pass-focus-on';
import { useLoadAgain } from '../../lib/loading/use-load-again';
import { Button } from '../../ui/button/Button';
import { Card } from '../../ui/Card';

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
    <section aria-labelledby={id} className="min-w-0">
      {/* As high as with a link, so that the headings of both columns are level. */}
      <div className="mb-2 flex min-h-9 items-center justify-between gap-3">
        <div className="flex min-w-0 items-center gap-2">
          <h2 id={id} className="text-lg">
            {title}
          </h2>
          {count}
        </div>
        {/* A long link leaves the heading its line. */}
        <div className="flex min-w-0 flex-1 basis-24 items-center justify-end gap-2 empty:hidden">{aside}</div>
      </div>
      {children}
    </section>
  );
}

/** A link in the line of a heading, which sets it apart from a count there. */
export const SectionLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={to}
    className="flex min-h-control-sm items-center text-right text-muted text-sm underline underline-offset-2 hover:text-fg"
  >
    {children}
  </Link>
);

interface FailedProps {
  what: string;
  onRetry: () => unknown;
}

/** Takes the place of a list's rows in its card. */
export const Failed = ({ what, onRetry }: FailedProps) => (
  <div className="flex flex-wrap items-center justify-between gap-3 p-4 sm:px-5">
    <p className="text-muted text-sm">Failed to load {what}</p>
    <Button ref={passFocusOn} size="sm" onClick={onRetry}>
      Retry
    </Button>
  </div>
);

/** A part of the dashboard that failed to load, with Retry (R9.5). It also retries by itself. */
export function Unavailable({ what, onRetry }: FailedProps) {
  useLoadAgain(onRetry);
  return (
    <Card flush>
      <Failed what={what} onRetry={onRetry} />
    </Card>
  );
}
