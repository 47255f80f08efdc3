import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { ProjectEntity } from '../../stores/entities/projects';
import { type ManageTask, setManageDialog } from '../../stores/manage-dialog';
import { Button } from '../../ui/Button';
import { Popover } from '../../ui/Popover';

interface Entry {
  act: ManageTask['act'];
  label: string;
}

/** What the creator may do with the project, behind one quiet button. */
export function ManageMenu({ project }: { project: ProjectEntity }) {
  const [open, setOpen] = useState(false);
  const entries: Entry[] = [{ act: 'edit', label: 'Edit project' }];
  const choose = ({ act }: Entry) => {
    setOpen(false);
    setManageDialog({ projectId: project.id, act });
  };
  return (
    <Popover
      label="Manage project"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button block>
          Manage
          <ChevronDown aria-hidden className="size-4" />
        </Button>
      }
    >
      <ul className="grid p-1.5">
        {entries.map((entry) => (
          <li key={entry.act} className="grid">
            <button
              type="button"
              onClick={() => choose(entry)}
              className="flex min-h-control items-center rounded-md px-3 text-left text-sm hover:bg-hover"
            >
              {entry.label}
            </button>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
