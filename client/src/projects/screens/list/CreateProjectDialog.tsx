import type { ProjectBody } from '@sangam/shared/projects/projects';
import { useRef, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useNavigate } from 'react-router-dom';
import { refusalOf } from '../../../core/api/errors';
import { uuid } from '../../../lib/uuid';
import { Dialog } from '../../../ui/overlay/Dialog';
import { createDialog } from '../../state/dialogs';
import { createProject } from '../../state/project-list';
import { TO_PEOPLE_WHO_FIT } from '../../state/project-pages';
import { ProjectForm } from '../parts/ProjectForm';
import { emptyProject } from '../parts/project-form';

/** The create form in its modal. A failure or Escape keeps what was typed; only success clears it. */
export function CreateProjectDialog() {
  const open = createDialog.useIsOpen();
  const [values, setValues] = useState(emptyProject);
  // Pressed again after a lost answer, the same content creates no second project.
  const key = useRef(uuid());
  const navigate = useNavigate();
  const create = async (body: ProjectBody) => {
    const sent = key.current;
    const answer = await createProject(body, sent);
    if (!answer.ok) return refusalOf(answer.error, 'Failed to create project');
    toast.success('Project created successfully!');
    // The member closed the form while it was sent, and began another project in it.
    if (key.current !== sent) return null;
    key.current = uuid();
    setValues(emptyProject);
    if (createDialog.get() === null) return null;
    createDialog.close();
    // There its creator shares it, finds people for it and sees who asks.
    navigate(`/projects/${answer.value.id}`, { state: TO_PEOPLE_WHO_FIT });
    return null;
  };
  const change = (next: typeof values) => {
    key.current = uuid();
    setValues(next);
  };
  return (
    <Dialog open={open} onOpenChange={createDialog.close} title="Create Project">
      <ProjectForm name="Create Project" values={values} onChange={change} send={create} />
    </Dialog>
  );
}
