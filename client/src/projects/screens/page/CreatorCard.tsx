import { isolate } from '@sangam/shared/core/isolate';
import type { Presence } from '@sangam/shared/people/users';
import { MessageCircle } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { chatLink, questionPath } from '../../../lib/links/chat-link';
import { EmailLink } from '../../../people/screens/EmailAddress';
import { GithubLink } from '../../../people/screens/GithubLink';
import { MEMBER_SKILLS_MAX, SkillChips } from '../../../people/screens/SkillChips';
import { followHidden, usePresence } from '../../../people/state/presence';
import type { JoinState } from '../../../requests/state/join-state';
import { isSeatOffered, useMyRequest } from '../../../requests/state/requests';
import { Avatar } from '../../../ui/Avatar';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { Card } from '../../../ui/Card';
import { MemberName, raisedWholeName } from '../../../ui/MemberName';
import { PresenceLabel } from '../../../ui/PresenceLabel';
import { isCreator } from '../../state/creator';
import { refreshPage } from '../../state/project-pages';
import type { ProjectEntity } from '../../state/project-table';
import { useTransferOf } from '../../state/transfers';

interface CreatorCardProps {
  project: ProjectEntity;
  userId: number | null;
  joinState: JoinState;
  answerRecord: ReactNode;
}

/** The creator, their presence and contact details, and a link to message them. */
export function CreatorCard({ project, userId, joinState, answerRecord }: CreatorCardProps) {
  const presence = useCreatorPresence(project, userId !== null);
  const own = isCreator(project, userId);
  const isGone = project.creator_gone;
  const request = useMyRequest(project.id);
  const isAsked = useTransferOf(project.id) !== undefined || (request !== undefined && isSeatOffered(request));
  return (
    <Card className="@container grid gap-4">
      <h2 className="text-base">Creator</h2>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-4">
        <Avatar
          id={project.creator_id}
          name={project.creator_name}
          size="lg"
          online={isGone ? undefined : presence?.is_online}
        />
        <div className="min-w-0 flex-1">
          <p className="font-semibold">
            <MemberName
              id={project.creator_id}
              name={project.creator_name}
              isGone={isGone}
              className={raisedWholeName}
            />
          </p>
          {project.creator_college && <p className="text-muted text-sm">{project.creator_college}</p>}
          {userId !== null && !isGone && <CreatorPresence presence={presence} />}
        </div>
        {!own && !isGone && (
          <ButtonLink
            {...chatLink(project.creator_id, project.creator_name, project.id)}
            {...(userId === null && { to: questionPath(project.creator_id, project.id) })}
            aria-label={`Message ${isolate(project.creator_name)}`}
            // Message is primary if the reader can neither ask to join nor has something to answer. Team members use the team's chat.
            variant={!isAsked && ['asked', 'closed', 'finished'].includes(joinState) ? 'primary' : 'secondary'}
            block
            className="@md:w-fit"
          >
            <MessageCircle aria-hidden className="size-4.5" />
            Message
          </ButtonLink>
        )}
      </div>
      {answerRecord}
      <SkillChips skills={project.creator_skills ?? []} max={MEMBER_SKILLS_MAX} label="The creator’s skills" />
      {(project.creator_email || project.creator_github) && (
        <ul className="as-line grid text-sm">
          {project.creator_email && (
            <li>
              <EmailLink email={project.creator_email} />
            </li>
          )}
          {project.creator_github && (
            <li>
              <GithubLink link={project.creator_github} />
            </li>
          )}
        </ul>
      )}
    </Card>
  );
}

/**
 * Returns the creator's presence, live; undefined for visitors. When it becomes hidden, fetches the page again, since the address may be
 * hidden as well.
 */
function useCreatorPresence({ id, creator_id }: ProjectEntity, isMember: boolean): Presence | undefined {
  useEffect(
    () => (isMember ? followHidden([creator_id], () => refreshPage(id)) : undefined),
    [creator_id, id, isMember],
  );
  const presence = usePresence(creator_id);
  return isMember ? presence : undefined;
}

/** Reserves its line before the presence has loaded, so that nothing moves. */
function CreatorPresence({ presence }: { presence: Presence | undefined }) {
  if (presence === undefined) return <p className="h-5" />;
  return (
    <p className={presence.is_online ? 'text-online-text text-sm' : 'text-faint text-sm'}>
      <PresenceLabel presence={presence} />
    </p>
  );
}
