import { ArrowUp } from 'lucide-react';
import { showFreshProjects, useProjects } from '../../stores/projects';
import { Button } from '../../ui/Button';

/** "N new projects": what was posted meanwhile comes when the reader asks, so nothing being read moves. */
export function FreshProjects() {
  const count = useProjects((state) => state.fresh.length);
  return (
    <div role="status" className="sticky top-18 z-10 flex justify-center empty:hidden">
      {count > 0 && (
        <Button size="sm" onClick={showFreshProjects} className="animate-enter shadow-float">
          <ArrowUp aria-hidden className="size-4" />
          {count === 1 ? '1 new project' : `${count} new projects`}
        </Button>
      )}
    </div>
  );
}
