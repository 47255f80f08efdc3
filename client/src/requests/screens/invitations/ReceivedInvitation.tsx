import type { Invitation } from '@sangam/shared/requests/invitations';
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { errorText } from '../../../core/api/errors';
import { localTime } from '../../../lib/text/local-time';
import { TeamChatLink } from '../../../projects/screens/parts/TeamChatLink';
import { Button } from '../../../ui/button/Button';
import { Decided } from '../../../ui/decision/Decided';
import { LongText } from '../../../ui/LongText';
import { MemberName } from '../../../ui/MemberName';
import { TimeAgo } from '../../../ui/TimeAgo';
import { answerInvitation } from '../../state/invitation-acts';
import { invitations } from '../../state/invitations';
import { WorkRow } from '../parts/own-requests';
import { invitationWord } from './invitation-words';

interface ReceivedInvitationProps {
  invitation: Invitation;
  /** It has left the list and shows its outcome. */
  isGone?: boolean;
}

/** An invitation to the member, with Accept and Decline, then its outcome. */
export function ReceivedInvitation({ invitation: listed, isGone = false }: ReceivedInvitationProps) {
  const invitation = invitations.use(({ byId }) => byId[listed.id]) ?? listed;
  const { creator_id, creator_name, role_name, project_id, project_title, ended_by, answer_by, message } = invitation;
  const isPending = invitation.status === 'pending' && answer_by !== undefined;
  return (
    <WorkRow
      projectId={ended_by === 'project_deleted' ? null : project_id}
      title={project_title}
      facts={
        <>
          <p className="facts min-w-0 break-words">
            <span>
              <MemberName id={creator_id} name={creator_name} /> {isPending ? 'invites' : 'invited'} you to join
              {role_name && ` as ${role_name}`}
            </span>
            <TimeAgo time={invitation.created_at} />
            {isPending && <span>Answer by {localTime(answer_by)}</span>}
          </p>
          <Sentence text={message} name={creator_name} />
        </>
      }
    >
      <InvitationAnswer invitation={invitation} isGone={isGone} />
      {invitation.status === 'accepted' && <TeamChatLink projectId={project_id} />}
    </WorkRow>
  );
}

/** The sentence of an invitation: a stranger may have written it, so the member opens it first. */
function Sentence({ text, name }: { text: string; name: string }) {
  if (text === '') return null;
  return (
    <details className="w-full">
      <summary className="inline-flex min-h-control-sm cursor-pointer items-center underline underline-offset-2 hover:text-fg">
        Read the message from {name}
      </summary>
      <div className="pb-1 text-muted">
        <LongText text={text} of={`the message from ${name}`} />
      </div>
    </details>
  );
}

/** The member's two answers, then the answer. Without a free seat it says so, and the invitation stays. */
function InvitationAnswer({ invitation, isGone }: { invitation: Invitation; isGone: boolean }) {
  const { id, project_title: title } = invitation;
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const answer = async (status: 'accepted' | 'declined') => {
    setBusy(true);
    const answered = await answerInvitation(id, status);
    setBusy(false);
    if (answered.ok) {
      setRefused(null);
      if (status === 'accepted') toast.success(`You joined ${title}`);
      return;
    }
    const text = errorText(answered.error, 'Failed to answer the invitation');
    if (answered.error.kind === 'server' && answered.error.code === 'PROJECT_FULL') setRefused(text);
    else toast.error(text);
  };
  const isOver = invitation.status !== 'pending' || isGone;
  const outcome = invitation.status === 'pending' ? 'No longer pending' : invitationWord(invitation);
  return (
    <>
      <Decided outcome={isOver ? outcome : null}>
        <Button
          size="sm"
          variant="primary"
          busy={busy}
          onClick={() => answer('accepted')}
          aria-label={`Accept the invitation to ${title}`}
        >
          Accept
        </Button>
        <Button
          size="sm"
          busy={busy}
          onClick={() => answer('declined')}
          aria-label={`Decline the invitation to ${title}`}
        >
          Decline
        </Button>
      </Decided>
      {refused !== null && !isOver && (
        <p role="alert" className="w-full break-words text-muted text-sm">
          {refused}
        </p>
      )}
    </>
  );
}
