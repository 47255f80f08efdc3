import { ChevronDown } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part';
import type { ProjectEntity } from '../../stores/entities/projects';
import { Button } from '../../ui/Button';
import { Popover } from '../../ui/Popover';

const ManageActs = lazyPart(() => import('./ManageActs'), 'ManageActs');

/** What the creator may do with the project, behind one quiet button. */
export function ManageMenu({ project }: { project: ProjectEntity }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label="Manage project"
      role="menu"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button className="justify-self-start">
          Manage
          <ChevronDown aria-hidden className="size-4" />
        </Button>
      }
    >
      <Suspense>
        <ManageActs project={project} onLeave={() => setOpen(false)} />
      </Suspense>
    </Popover>
  );
}
