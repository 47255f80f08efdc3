import type { ProjectBody } from '@sangam/shared/projects/projects';
import { useRef, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useNavigate } from 'react-router-dom';
import { refusalOf } from '../../../core/api/errors';
import { Button } from '../../../ui/button/Button';
import { Dialog } from '../../../ui/overlay/Dialog';
import { createDialog } from '../../state/dialogs';
import { createProject } from '../../state/project-list';
import { TO_PEOPLE_WHO_FIT } from '../../state/project-pages';
import { ProjectForm } from '../form/ProjectForm';
import { newDraft, type ProjectDraft, readProjectDraft, writeProjectDraft } from './project-draft';

/** The create form in its modal. A failure, Escape or a reload keeps what was typed; only success clears it. */
export function CreateProjectDialog() {
  const open = createDialog.useIsOpen();
  const [draft, setDraft] = useState(readProjectDraft);
  const latest = useRef(draft);
  const navigate = useNavigate();
  const change = (next: ProjectDraft) => {
    latest.current = next;
    setDraft(next);
    writeProjectDraft(next);
  };
  const create = async (body: ProjectBody) => {
    const sent = latest.current.key;
    const answer = await createProject(body, sent);
    if (!answer.ok) return refusalOf(answer.error, 'Failed to create project');
    toast.success('Project created successfully!');
    // While this was being sent, the member closed the form and began another project in it.
    if (latest.current.key !== sent) return null;
    change(newDraft());
    if (createDialog.get() === null) return null;
    createDialog.close();
    // On its page the creator can share the project, find people for it and see requests.
    navigate(`/projects/${answer.value.id}`, { state: TO_PEOPLE_WHO_FIT });
    return null;
  };
  return (
    <Dialog open={open} onOpenChange={createDialog.close} title="Create Project">
      <ProjectForm
        name="Create Project"
        values={draft.values}
        onChange={(values) => change(newDraft(values))}
        send={create}
      >
        <Button onClick={createDialog.close}>Cancel</Button>
      </ProjectForm>
    </Dialog>
  );
}
