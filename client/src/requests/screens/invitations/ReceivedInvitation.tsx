import { isolate } from '@sangam/shared/core/isolate';
import type { Invitation } from '@sangam/shared/requests/invitations';
import toast from 'react-hot-toast/headless';
import { actFailureText, isRefusedWith } from '../../../core/api/errors';
import { TeamChatLink } from '../../../projects/screens/parts/TeamChatLink';
import type { ButtonVariant } from '../../../ui/button/Button';
import { AcceptOrDecline } from '../../../ui/decision/AcceptOrDecline';
import { LongText } from '../../../ui/LongText';
import { MemberName } from '../../../ui/MemberName';
import { TimeAgo } from '../../../ui/TimeAgo';
import { useAtDeadline } from '../../state/at-deadline';
import { answerInvitation } from '../../state/invitation-acts';
import { invitations } from '../../state/invitations';
import { AsRole, ProjectTitleLink, RequestHead, requestRowClass } from '../parts/JoinRequestCard';
import { AnswerBy } from '../parts/request-details';
import { useSeatRefusal } from '../parts/use-seat-refusal';
import { invitationWord } from './invitation-words';

interface ReceivedInvitationProps {
  invitation: Invitation;
  /** It has left the list and shows its outcome. */
  isGone?: boolean;
}

/** An invitation to the member, with Accept and Decline, then its outcome. */
export function ReceivedInvitation({ invitation: listed, isGone = false }: ReceivedInvitationProps) {
  const invitation = useAtDeadline(invitations.use(({ byId }) => byId[listed.id]) ?? listed, 'withdrawn');
  const { project_id, project_title, role_name, creator_id, creator_name, ended_by } = invitation;
  return (
    <div data-decision className={requestRowClass}>
      <RequestHead id={creator_id} name={creator_name} when={<TimeAgo time={invitation.created_at} />}>
        <InvitesText {...invitation} />{' '}
        <ProjectTitleLink id={ended_by === 'project_deleted' ? null : project_id} title={project_title} />
        <AsRole name={role_name} />
      </RequestHead>
      <InvitationMessage text={invitation.message} name={creator_name} />
      <InvitationAnswer invitation={invitation} isGone={isGone} />
    </div>
  );
}

const InvitesText = ({ status }: Pick<Invitation, 'status'>) =>
  `${status === 'pending' ? 'invites' : 'invited'} you to join`;

/** The creator, the role, the time, and the creator's message. */
export function InvitationFacts({ invitation }: { invitation: Invitation }) {
  const { creator_id, creator_name, role_name } = invitation;
  return (
    <>
      <p className="facts min-w-0">
        <span>
          <MemberName id={creator_id} name={creator_name} /> <InvitesText {...invitation} />
          {role_name && ` as ${isolate(role_name)}`}
        </span>
        <TimeAgo time={invitation.created_at} />
      </p>
      <InvitationMessage text={invitation.message} name={creator_name} />
    </>
  );
}

/** The message of an invitation. It is folded until the member opens it, since a stranger may have written it. */
function InvitationMessage({ text, name }: { text: string; name: string }) {
  if (text === '') return null;
  return (
    <details className="-my-1 w-full">
      <summary className="inline-flex min-h-control-sm cursor-pointer items-center text-muted text-sm underline underline-offset-2 hover:text-fg">
        <span className="wrap-anywhere min-w-0">
          Read the message from <bdi>{name}</bdi>
        </span>
      </summary>
      <div className="pb-1 text-muted">
        <LongText text={text} of={`the message from ${isolate(name)}`} />
      </div>
    </details>
  );
}

interface InvitationAnswerProps extends ReceivedInvitationProps {
  variant?: ButtonVariant;
}

/** The two answers and their deadline, then the answer given. While no seat is free it says so, and the invitation stays pending. */
export function InvitationAnswer({ invitation, isGone = false, variant }: InvitationAnswerProps) {
  const { id, project_id, project_title: title, role_id } = invitation;
  const [refusal, setRefusal] = useSeatRefusal(project_id, role_id);
  const answer = async (status: 'accepted' | 'declined') => {
    const result = await answerInvitation(id, status);
    if (result.ok) {
      setRefusal(null);
      if (status === 'accepted') toast.success(`You joined ${isolate(title)}`);
      return;
    }
    const text = actFailureText(result.error, 'Failed to answer the invitation');
    if (isRefusedWith(result.error, 'PROJECT_FULL')) setRefusal(text);
    else toast.error(text);
  };
  const isOver = invitation.status !== 'pending' || isGone;
  const outcome = invitation.status === 'pending' ? 'No longer pending' : invitationWord(invitation);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <AcceptOrDecline
          of={`the invitation to ${isolate(title)}`}
          outcome={isOver ? outcome : null}
          variant={variant}
          answer={answer}
        />
        {invitation.status === 'accepted' && <TeamChatLink projectId={project_id} />}
        <div className="max-sm:w-full empty:hidden">
          <AnswerBy request={invitation} />
        </div>
      </div>
      {refusal !== null && !isOver && (
        <p role="alert" className="text-muted text-sm">
          {refusal}
        </p>
      )}
    </div>
  );
}
