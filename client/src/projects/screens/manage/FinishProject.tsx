import toast from 'react-hot-toast';
import { changeProjectState } from '../../state/project-life';
import type { ProjectEntity } from '../../state/project-table';
import { Confirm } from './Confirm';

/** Finishing ends what is pending, and cannot be taken back. */
export function FinishProject({ project, onClose }: { project: ProjectEntity; onClose: () => void }) {
  const done = () => {
    toast.success('Project finished');
    onClose();
  };
  return (
    <Confirm
      yes="Finish project"
      act={() => changeProjectState(project.id, 'finished')}
      failure="Failed to finish the project"
      onDone={done}
      onCancel={onClose}
    >
      <p>
        Pending requests and interest end, and nobody can ask to join any more. The project and its team stay visible.
        It cannot be opened again.
      </p>
    </Confirm>
  );
}
