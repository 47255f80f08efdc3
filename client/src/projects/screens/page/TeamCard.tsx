import { EllipsisVertical, MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { chatLink } from '../../../lib/links/chat-link';
import { useMembers } from '../../../people/state/members';
import { reportDialog } from '../../../trust/state/report-dialog';
import { Avatar } from '../../../ui/Avatar';
import { IconButton, IconLink } from '../../../ui/button/IconButton';
import { Card } from '../../../ui/Card';
import { MenuItems } from '../../../ui/overlay/MenuItems';
import { Popover } from '../../../ui/overlay/Popover';
import { TakesKeyboard } from '../../../ui/overlay/TakesKeyboard';
import { manageDialog } from '../../state/dialogs';
import type { ProjectEntity } from '../../state/project-table';

interface TeamCardProps {
  teamIds: readonly number[];
  project: ProjectEntity;
  userId: number | null;
}

/** The creator and the accepted members. Hidden from visitors and while the creator is alone. */
export function TeamCard({ teamIds, project, userId }: TeamCardProps) {
  const members = useMembers([project.creator_id, ...teamIds.filter((id) => id !== project.creator_id)]);
  const creator = { id: project.creator_id, name: project.creator_name };
  const others = members.filter(({ id }) => id !== creator.id);
  if (others.length === 0) return null;
  return (
    <Card className="grid gap-3">
      <h2 className="eyebrow">Team</h2>
      <ul className="grid gap-1">
        {[creator, ...others].map(({ id, name }) => (
          <li key={id} className="flex min-h-control items-center gap-3">
            <Avatar id={id} name={name} size="sm" />
            <span className="min-w-0 flex-1 break-words text-sm">
              {name}
              {id === creator.id && <span className="block text-faint text-xs">Creator</span>}
            </span>
            {id === userId ? (
              <span className="text-faint text-sm">You</span>
            ) : (
              <>
                <IconLink icon={MessageCircle} label={`Message ${name}`} className="-mr-2" {...chatLink(id, name)} />
                <MemberMenu id={id} name={name} project={project} userId={userId} />
              </>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface MemberMenuProps extends Pick<TeamCardProps, 'project' | 'userId'> {
  id: number;
  name: string;
}

/** Further actions on a member: Report, and Remove for the creator. */
function MemberMenu({ id, name, project, userId }: MemberMenuProps) {
  const [open, setOpen] = useState(false);
  const report = { label: `Report ${name}…`, onChoose: () => reportDialog.open({ kind: 'member', id, name }) };
  const remove = {
    label: `Remove ${name}…`,
    onChoose: () => manageDialog.open({ projectId: project.id, act: 'remove', userId: id }),
  };
  return (
    <Popover
      label={`Actions for ${name}`}
      role="menu"
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton icon={EllipsisVertical} label={`More about ${name}`} className="-mr-3" />}
    >
      <TakesKeyboard onLeave={() => setOpen(false)}>
        <MenuItems items={userId === project.creator_id ? [remove, report] : [report]} onLeave={() => setOpen(false)} />
      </TakesKeyboard>
    </Popover>
  );
}
