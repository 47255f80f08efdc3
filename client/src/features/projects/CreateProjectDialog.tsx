import type { Project } from '@sangam/shared/contract/projects';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { setCreateDialog, useCreateDialog } from '../../stores/create-dialog';
import { Dialog } from '../../ui/Dialog';
import { CreateProjectForm } from './CreateProjectForm';
import { emptyProject } from './project-form';

/** The create form in its modal. What was typed outlives a failure, and Escape; only success clears it. */
export function CreateProjectDialog() {
  const open = useCreateDialog((state) => state.open);
  const [values, setValues] = useState(emptyProject);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const done = (project: Project) => {
    setValues(emptyProject);
    setCreateDialog(false);
    // On the list it stands on top already; from anywhere else one wants to see what one has posted.
    if (pathname !== '/projects') navigate(`/projects/${project.id}`);
  };
  return (
    <Dialog open={open} onOpenChange={setCreateDialog} title="Create Project">
      <CreateProjectForm values={values} onChange={setValues} onDone={done} />
    </Dialog>
  );
}
