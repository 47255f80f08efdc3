import { isolate } from '@sangam/shared/core/isolate';
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useMembers } from '../../../people/state/members';
import { Select } from '../../../ui/form/Select';
import { useProjectPages } from '../../state/project-pages';
import type { ProjectEntity } from '../../state/project-table';
import { useTransferOf } from '../../state/transfers';
import { cancelTransfer, offerTransfer } from '../../sync/transfer-acts';
import { Confirm } from './Confirm';
import { useNameInTeam } from './name-in-team';

interface TransferProjectProps {
  project: ProjectEntity;
  onClose: () => void;
}

/** Offers the project to a team member, or cancels the pending transfer. */
export function TransferProject(props: TransferProjectProps) {
  return useTransferOf(props.project.id) ? <CancelTransfer {...props} /> : <OfferTransfer {...props} />;
}

function OfferTransfer({ project, onClose }: TransferProjectProps) {
  const teamIds = useProjectPages(({ byId }) => byId[project.id]?.data?.teamIds);
  const team = useMembers(teamIds ?? []).filter(({ id }) => id !== project.creator_id);
  const nameOf = useNameInTeam(project.id);
  const [picked, setPicked] = useState<number | null>(null);
  // Falls back to the first member: the chosen one may have left the team.
  const to = team.find(({ id }) => id === picked) ?? team[0];
  const done = () => {
    toast.success(`You asked ${to ? nameOf(to) : 'the member'} to become the creator`);
    onClose();
  };
  return (
    <Confirm
      yes="Transfer project"
      act={() => offerTransfer(project.id, to?.id ?? 0)}
      failure="Failed to transfer the project"
      onDone={done}
      onCancel={onClose}
    >
      <p>
        The new creator manages the project and answers its requests. You stay in the team. You can cancel the transfer
        until they accept. Pending invitations then end.
      </p>
      <Select label="To" name="to" value={to?.id} onChange={(event) => setPicked(Number(event.target.value))}>
        {team.map((one) => (
          <option key={one.id} value={one.id}>
            {nameOf(one)}
          </option>
        ))}
      </Select>
    </Confirm>
  );
}

function CancelTransfer({ project, onClose }: TransferProjectProps) {
  const transfer = useTransferOf(project.id);
  const nameOf = useNameInTeam(project.id);
  const name = transfer ? nameOf({ id: transfer.user_id, name: transfer.user_name }) : 'the member';
  const done = () => {
    toast.success(`The transfer to ${isolate(name)} was cancelled`);
    onClose();
  };
  return (
    <Confirm
      yes="Cancel transfer"
      act={() => cancelTransfer(project.id)}
      failure="Failed to cancel the transfer"
      onDone={done}
      onCancel={onClose}
    >
      <p>You asked {isolate(name)} to become this project’s creator. They haven’t answered yet.</p>
    </Confirm>
  );
}
