import { Dialog } from '../../../ui/overlay/Dialog';
import { type ManageTask, manageDialog } from '../../state/manage-dialog';
import { type ProjectEntity, useProject } from '../../state/project-table';
import { DeleteProject } from './DeleteProject';
import { EditProject } from './EditProject';
import { FinishProject } from './FinishProject';
import { RemoveMember } from './RemoveMember';
import { HandOver } from './TransferProject';

const titles: Record<ManageTask['act'], string> = {
  edit: 'Edit Project',
  hand_over: 'Hand Project Over',
  finish: 'Finish Project',
  delete: 'Delete Project',
  remove: 'Remove Member',
};

/** What the creator does with a project, one act at a time. */
export function ManageDialog() {
  const task = manageDialog.use();
  const project = useProject(task?.projectId ?? 0);
  const close = () => manageDialog.close();
  return (
    <Dialog
      open={project !== undefined}
      onOpenChange={(open) => !open && close()}
      title={task === null ? '' : titles[task.act]}
      {...(project && task?.act !== 'edit' && { description: project.title })}
    >
      {project && task && <Work project={project} task={task} onClose={close} />}
    </Dialog>
  );
}

interface WorkProps {
  project: ProjectEntity;
  task: ManageTask;
  onClose: () => void;
}

function Work({ project, task, onClose }: WorkProps) {
  switch (task.act) {
    case 'edit':
      return <EditProject project={project} onDone={onClose} />;
    case 'hand_over':
      return <HandOver project={project} onClose={onClose} />;
    case 'finish':
      return <FinishProject project={project} onClose={onClose} />;
    case 'delete':
      return <DeleteProject project={project} onClose={onClose} />;
    case 'remove':
      return <RemoveMember project={project} userId={task.userId} onClose={onClose} />;
  }
}
