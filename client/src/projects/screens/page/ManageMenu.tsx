import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { Button } from '../../../ui/button/Button';
import { Popover } from '../../../ui/overlay/Popover';
import { TakesKeyboard } from '../../../ui/overlay/TakesKeyboard';
import type { ProjectEntity } from '../../state/project-table';

const ManageActs = lazyPart(() => import('./ManageActs'), 'ManageActs');

/** The creator's menu for the project. */
export function ManageMenu({ project }: { project: ProjectEntity }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label="Manage project"
      role="menu"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" className="opens">
          Manage
          <ChevronDown aria-hidden className="size-4" />
        </Button>
      }
    >
      <TakesKeyboard onLeave={() => setOpen(false)}>
        <ManageActs project={project} onLeave={() => setOpen(false)} />
      </TakesKeyboard>
    </Popover>
  );
}
