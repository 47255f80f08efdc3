import { type ReactNode, useId, useRef } from 'react';
import { Button } from '../../../ui/button/Button';
import { cx } from '../../../ui/cx';

interface CollapsibleProps {
  title: string;
  /** Names the content on the button, as in “Show invitations”. */
  what?: string;
  /** Stands next to the title. */
  aside?: ReactNode;
  shown: boolean;
  onToggle: (shown: boolean) => void;
  /** Stays mounted and hidden while the section is closed; render nothing then if it should load only once shown. */
  children: ReactNode;
}

/** A section with a button next to its heading that shows and hides it. */
export function Collapsible({ title, what, aside, shown, onToggle, children }: CollapsibleProps) {
  const id = useId();
  const verb = shown ? 'Hide' : 'Show';
  const section = useRef<HTMLElement>(null);
  const toggle = () => {
    onToggle(!shown);
    // A section opened at the bottom of the screen would otherwise stay out of sight.
    requestAnimationFrame(() => section.current?.scrollIntoView({ block: 'nearest' }));
  };
  return (
    <section ref={section} aria-labelledby={`${id}-title`} className={cx('min-w-0', !shown && 'print:hidden')}>
      <div className={cx('flex flex-wrap items-center gap-2', shown && 'mb-3')}>
        <h2 id={`${id}-title`} className="text-lg">
          {title}
        </h2>
        {aside}
        <Button
          size="sm"
          variant="ghost"
          className="-mr-3 ml-auto"
          aria-expanded={shown}
          aria-controls={`${id}-content`}
          aria-label={what && `${verb} ${what}`}
          onClick={toggle}
        >
          {verb}
        </Button>
      </div>
      <div id={`${id}-content`} hidden={!shown}>
        {children}
      </div>
    </section>
  );
}
