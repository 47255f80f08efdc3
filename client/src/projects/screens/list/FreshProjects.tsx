import { ArrowUp } from 'lucide-react';
import { Button } from '../../../ui/button/Button';
import { cx } from '../../../ui/cx';
import { showFreshProjects, useProjectList } from '../../state/projects';

/** "N new projects": what was posted meanwhile comes when the reader asks; it floats, so nothing being read moves. */
export function FreshProjects({ className }: { className: string }) {
  const count = useProjectList((state) => state.fresh.length);
  const show = () => {
    showFreshProjects();
    window.scrollTo(0, 0);
    // The button is gone with its press: the keyboard goes on from the list's page.
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <div
      role="status"
      className={cx(
        'sticky top-[calc(var(--bar-h)+var(--safe-top)+1.75rem)] z-10 flex h-0 items-center justify-center',
        className,
      )}
    >
      {count > 0 && (
        <Button size="sm" onClick={show} className="animate-enter shadow-float">
          <ArrowUp aria-hidden className="size-4" />
          {count === 1 ? '1 new project' : `${count} new projects`}
        </Button>
      )}
    </div>
  );
}
