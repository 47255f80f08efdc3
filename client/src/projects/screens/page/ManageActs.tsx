import { keysOf } from '@sangam/shared/core/keys-of';
import { refusalOf } from '@sangam/shared/projects/lifecycle';
import toast from 'react-hot-toast/headless';
import { actFailureText } from '../../../core/api/errors';
import { muteProject } from '../../../notices/state/change-choices';
import { useIsProjectMuted } from '../../../notices/state/choices';
import { mayHavePendingInvitations } from '../../../requests/state/invitation-acts';
import { MenuItems } from '../../../ui/overlay/MenuItems';
import { manageDialog } from '../../state/dialogs';
import { changeProjectState, reopenFinishedProject } from '../../state/manage-project';
import { isReopenable, type ProjectEntity } from '../../state/project-table';

const labels = {
  edit: 'Edit project',
  close: 'Stop new requests',
  reopen: 'Allow new requests',
  reopen_finished: 'Reopen project',
  transfer: 'Transfer project…',
  finish: 'Finish project…',
  delete: 'Delete project…',
} as const;
type Act = keyof typeof labels;

/** Actions that need no dialog, with the message shown on success. Closing asks first if it ends invitations. */
const atOnce = {
  close: { done: 'New requests stopped', send: (id: number) => changeProjectState(id, 'closed') },
  reopen: { done: 'New requests allowed', send: (id: number) => changeProjectState(id, 'open') },
  reopen_finished: { done: 'Project reopened', send: reopenFinishedProject },
} as const;

/** The menu's items: the creator's actions that the project's state allows. */
export function ManageActs({ project, onLeave }: { project: ProjectEntity; onLeave: () => void }) {
  const muted = useIsProjectMuted(project.id);
  const isAlone = project.current_members === 1;
  const fits: Partial<Record<Act, boolean>> = {
    delete: isAlone,
    transfer: !isAlone,
    reopen_finished: isReopenable(project),
  };
  const acts = keysOf(labels).filter((act) => refusalOf(act, 'creator', project.state) === null && fits[act] !== false);
  const choose = async (act: Act) => {
    if (act !== 'close' && act !== 'reopen' && act !== 'reopen_finished')
      return manageDialog.open({ projectId: project.id, act });
    if (act === 'close' && (await mayHavePendingInvitations(project.id)))
      return manageDialog.open({ projectId: project.id, act });
    const { done, send } = atOnce[act];
    const answer = await send(project.id);
    if (answer.ok) toast.success(done);
    else toast.error(actFailureText(answer.error, 'Failed to save the project'));
  };
  const mute = async () => {
    const error = await muteProject(project.id, !muted);
    if (error) toast.error(actFailureText(error, 'Failed to change notifications'));
    else toast.success(muted ? 'Project unmuted' : 'Project muted');
  };
  const items = acts.map((act) => ({
    label: labels[act],
    onChoose: () => choose(act),
    needsServer: true,
    isDestructive: act === 'delete',
  }));
  const muting = { label: muted ? 'Unmute project' : 'Mute project', onChoose: mute, needsServer: true };
  return <MenuItems items={muted === undefined ? items : [...items, muting]} onLeave={onLeave} />;
}
