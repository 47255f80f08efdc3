import { keysOf } from '@sangam/shared/core/keys-of';
import type { Project } from '@sangam/shared/projects/projects';
import { useEffect, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useNavigate } from 'react-router-dom';
import { refusalOf } from '../../../core/api/errors';
import type { Edited } from '../../../core/forms/rebase-form';
import { Button } from '../../../ui/button/Button';
import { afterBack } from '../../../ui/overlay/back-closes';
import { Dialog } from '../../../ui/overlay/Dialog';
import { type ManageTask, manageDialog } from '../../state/dialogs';
import { changeProjectState, deleteProject, editProject } from '../../state/manage-project';
import { type ProjectEntity, useProject } from '../../state/project-table';
import { ProjectForm } from '../form/ProjectForm';
import { checkProject, type ProjectValues } from '../form/project-form';
import { Confirm } from './Confirm';
import { dropEdit, openEdit, rebaseEdit, writeEdit } from './edit-draft';
import { RemoveMember } from './RemoveMember';
import { TransferProject } from './TransferProject';

const titles: Record<ManageTask['act'], string> = {
  edit: 'Edit project',
  close: 'Stop new requests',
  transfer: 'Transfer project',
  finish: 'Finish project',
  delete: 'Delete project',
  remove: 'Remove member',
};

/** The creator's dialog for managing a project. It shows the form of one action. */
export function ManageDialog() {
  const task = manageDialog.use();
  const project = useProject(task?.projectId ?? 0);
  const close = () => manageDialog.closeOf(task);
  const isGone = task !== null && project === undefined;
  useEffect(() => {
    if (isGone) manageDialog.close();
  }, [isGone]);
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
    case 'close':
      return <StopRequests project={project} onClose={onClose} />;
    case 'transfer':
      return <TransferProject project={project} onClose={onClose} />;
    case 'finish':
      return <FinishProject project={project} onClose={onClose} />;
    case 'delete':
      return <DeleteProject project={project} onClose={onClose} />;
    case 'remove':
      return <RemoveMember project={project} userId={task.userId} onClose={onClose} />;
  }
}

/**
 * The project form, filled in, with changes that were left unsaved. Sends only the fields changed here, so that it doesn't undo a change
 * from another tab; a field that was changed there as well says so before it is replaced.
 */
function EditProject({ project, onDone }: { project: Project; onDone: () => void }) {
  const [edit, setEdit] = useState(() => openEdit(project));
  const change = (next: Edited<ProjectValues>) => {
    setEdit(next);
    writeEdit(project.id, next);
  };
  const leave = () => {
    dropEdit(project.id);
    onDone();
  };
  const save = async () => {
    const { errors, ...moved } = rebaseEdit(project, edit);
    change(moved);
    const [before, after] = [checkProject(moved.base), checkProject(moved.values)];
    if (errors.length > 0 || !after.ok)
      return { text: 'Failed to save the project', errors: after.ok ? errors : [...errors, ...after.errors] };
    const changes = before.ok ? changedFields(before.value, after.value) : after.value;
    if (Object.keys(changes).length > 0) {
      const answer = await editProject(project.id, changes);
      if (!answer.ok) return refusalOf(answer.error, 'Failed to save the project');
      toast.success('Project saved');
    }
    leave();
    return null;
  };
  return (
    <ProjectForm
      name="Save changes"
      values={edit.values}
      onChange={(values) => change({ ...edit, values })}
      send={save}
    >
      <Button onClick={leave}>Cancel</Button>
    </ProjectForm>
  );
}

/** Returns the fields of `after` that differ from `before`. */
function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const changed: Partial<T> = {};
  for (const field of keysOf(after))
    if (JSON.stringify(after[field]) !== JSON.stringify(before[field])) changed[field] = after[field];
  return changed;
}

/** Closing ends the pending invitations, which reopening doesn't bring back. */
function StopRequests({ project, onClose }: { project: ProjectEntity; onClose: () => void }) {
  const done = () => {
    toast.success('New requests stopped');
    onClose();
  };
  return (
    <Confirm
      yes="Stop new requests"
      act={() => changeProjectState(project.id, 'closed')}
      failure="Failed to save the project"
      onDone={done}
      onCancel={onClose}
    >
      <p>
        Pending invitations end, and the invited members are notified. Allowing new requests later doesn’t bring
        invitations back. You can still answer pending requests.
      </p>
    </Confirm>
  );
}

/** Finishing ends everything pending, which reopening doesn't bring back. */
function FinishProject({ project, onClose }: { project: ProjectEntity; onClose: () => void }) {
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
        Pending requests, interest and invitations end, and nobody can ask to join. The project and its team stay
        visible. You can reopen it for 30 days, but that doesn’t bring them back.
      </p>
    </Confirm>
  );
}

/** Deleting ends everything pending and can't be undone. */
function DeleteProject({ project, onClose }: { project: ProjectEntity; onClose: () => void }) {
  const navigate = useNavigate();
  const done = () => {
    toast.success('Project deleted');
    onClose();
    // The live update may have closed the dialog before the server's answer.
    afterBack(() => navigate('/work', { replace: true }));
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
        The project disappears for everyone. Pending requests, interest and invitations end, and those members are
        notified. This can’t be undone.
      </p>
    </Confirm>
  );
}
