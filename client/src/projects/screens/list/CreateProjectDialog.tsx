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
  // The idempotency key of the current content: sending it again after a lost answer creates no second project.
  const key = useRef(uuid());
  const navigate = useNavigate();
  const create = async (body: ProjectBody) => {
    const sent = key.current;
    const answer = await createProject(body, sent);
    if (!answer.ok) return refusalOf(answer.error, 'Failed to create project');
    toast.success('Project created successfully!');
    // While this was being sent, the member closed the form and began another project in it.
    if (key.current !== sent) return null;
    key.current = uuid();
    setValues(emptyProject);
    if (createDialog.get() === null) return null;
    createDialog.close();
    // On its page the creator can share the project, find people for it and see requests.
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
