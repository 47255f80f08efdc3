import toast from 'react-hot-toast';
import { useNavigate } from 'react-router-dom';
import { deleteProject } from '../../state/project-life';
import type { ProjectEntity } from '../../state/project-table';
import { Confirm } from './Confirm';

/** Deleting ends what is pending, and cannot be taken back. */
export function DeleteProject({ project, onClose }: { project: ProjectEntity; onClose: () => void }) {
  const navigate = useNavigate();
  const done = () => {
    toast.success('Project deleted');
    onClose();
    navigate('/work', { replace: true });
  };
  return (
    <Confirm
      yes="Delete project"
      danger
      act={() => deleteProject(project.id)}
      failure="Failed to delete the project"
      onDone={done}
      onCancel={onClose}
    >
      <p>
        The project is gone for everybody. Pending requests and interest end, and who asked is told. This cannot be
        taken back.
      </p>
    </Confirm>
  );
}
