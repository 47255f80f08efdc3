import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  /** Stands at the right end of the heading's line. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A part of the dashboard under its heading. */
export function Section({ title, aside, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-3 flex min-h-8 items-center justify-between gap-3">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
