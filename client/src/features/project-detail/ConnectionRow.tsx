import type { Connection } from '@sangam/shared/contract/connections';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { errorText } from '../../api/errors';
import { chatLink } from '../../lib/chat-link';
import { dropInterest } from '../../stores/interest';
import { decideConnection } from '../../stores/project-pages';
import { Avatar } from '../../ui/Avatar';
import { Button } from '../../ui/Button';
import { ButtonLink } from '../../ui/ButtonLink';
import { Chip } from '../../ui/Chip';
import { GithubLink } from '../../ui/GithubLink';
import { SkillChips } from '../../ui/SkillChips';
import { TimeAgo } from '../../ui/TimeAgo';

const labels: Record<Connection['status'], string> = { pending: 'Pending', approved: 'Approved', denied: 'Denied' };

/** One who is interested; Approve and Deny while undecided, then only the status. */
export function ConnectionRow({ connection, projectId }: { connection: Connection; projectId: number }) {
  const [busy, setBusy] = useState(false);
  const decide = async (status: 'approved' | 'denied') => {
    if (busy) return;
    setBusy(true);
    const answer = await decideConnection(projectId, connection.id, status);
    setBusy(false);
    if (answer.ok) {
      dropInterest(connection.id);
      toast.success(`Connection ${status}`);
    } else toast.error(errorText(answer.error, 'Failed to update connection status'));
  };
  const name = connection.requester_name;
  return (
    <li className="grid gap-3 p-4 sm:p-5">
      <div className="flex items-start gap-3">
        <Avatar id={connection.requester_id} name={name} />
        <div className="min-w-0 flex-1">
          <h3 className="break-words text-base">{name}</h3>
          <p className="break-words text-muted text-sm">
            {connection.requester_college && <span className="block">{connection.requester_college}</span>}
            <a href={`mailto:${connection.requester_email}`} className="break-all hover:text-fg hover:underline">
              {connection.requester_email}
            </a>
          </p>
        </div>
        <TimeAgo time={connection.created_at} className="shrink-0 text-faint text-xs" />
      </div>
      <SkillChips skills={connection.requester_skills} />
      {connection.requester_github && <GithubLink link={connection.requester_github} />}
      <div className="flex flex-wrap items-center gap-2">
        {connection.status === 'pending' ? (
          <>
            <Button size="sm" busy={busy} onClick={() => decide('approved')} aria-label={`Approve ${name}`}>
              Approve
            </Button>
            <Button size="sm" variant="ghost" busy={busy} onClick={() => decide('denied')} aria-label={`Deny ${name}`}>
              Deny
            </Button>
          </>
        ) : (
          <Chip tone="line">{labels[connection.status]}</Chip>
        )}
        <ButtonLink
          to={chatLink(connection.requester_id, name)}
          variant="ghost"
          size="sm"
          className="-mr-3 ml-auto"
          aria-label={`Message ${name}`}
        >
          Message
        </ButtonLink>
      </div>
    </li>
  );
}
