import { useProject } from '../../stores/entities/projects';
import { setManageDialog, useManageDialog } from '../../stores/manage-dialog';
import { Dialog } from '../../ui/Dialog';
import { EditProject } from './EditProject';

/** What the creator does with a project, one act at a time. */
export function ManageDialog() {
  const task = useManageDialog((state) => state.task);
  const project = useProject(task?.projectId ?? 0);
  const close = () => setManageDialog(null);
  return (
    <Dialog open={project !== undefined} onOpenChange={(open) => !open && close()} title="Edit Project">
      {project && <EditProject key={project.id} project={project} onDone={close} />}
    </Dialog>
  );
}
