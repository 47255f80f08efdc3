import type { ListedMember } from '@sangam/shared/app/find-people';
import { isolate } from '@sangam/shared/core/isolate';
import { MessageCircle } from 'lucide-react';
import { chatLink } from '../../lib/links/chat-link';
import { MEMBER_SKILLS_MAX, SkillChips } from '../../people/screens/SkillChips';
import { WhyItFits } from '../../people/screens/WhyItFits';
import { InviteButton } from '../../requests/screens/invitations/InviteButton';
import { invitations } from '../../requests/state/invitations';
import { Avatar } from '../../ui/Avatar';
import { ButtonLink } from '../../ui/button/ButtonLink';
import { Card } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { MemberName, raisedWholeName } from '../../ui/MemberName';
import { RolesAndDay } from './RolesAndDay';

interface FoundMemberProps {
  member: ListedMember;
  /** The project by which the list is sorted; the invite dialog preselects it. */
  projectId: number | undefined;
  /** Whether the reader has a project to invite to; otherwise they can only write. */
  mayInvite: boolean;
}

/** A member in the list. */
export function FoundMember({ member, projectId, mayInvite }: FoundMemberProps) {
  const { id, name, headline, college, confirmed_college, skills, looks_for, takes_roles, free_from } = member;
  const wasInvited = invitations.use(({ byId }) =>
    Object.values(byId).some(
      (item) => item.user_id === id && item.project_id === projectId && item.status === 'pending',
    ),
  );
  return (
    <Card className="grid content-start gap-3">
      <div className="flex flex-wrap items-start gap-3">
        <Avatar id={id} name={name} />
        <div className="min-w-0 flex-1 basis-32">
          <h2 className="text-base">
            <MemberName id={id} name={name} className={raisedWholeName} />
          </h2>
          {headline !== '' && (
            <p className="wrap-anywhere line-clamp-2 text-sm">
              <bdi>{headline}</bdi>
            </p>
          )}
          {college !== '' && (
            <p className="wrap-anywhere text-muted text-sm">
              <bdi>{college}</bdi>
            </p>
          )}
          {confirmed_college !== undefined && (
            <p className="wrap-anywhere text-muted text-sm">{`Confirmed email at ${confirmed_college}`}</p>
          )}
        </div>
        {wasInvited ? (
          <Chip tone="state">Invited</Chip>
        ) : mayInvite ? (
          <InviteButton invitee={{ id, name, skills, ...(projectId !== undefined && { projectId }) }} />
        ) : (
          <ButtonLink {...chatLink(id, name)} size="sm" aria-label={`Message ${isolate(name)}`}>
            <MessageCircle aria-hidden className="size-4" />
            Message
          </ButtonLink>
        )}
      </div>
      <WhyItFits fit={member} subject={projectId === undefined ? 'You both have' : 'Has'} />
      <SkillChips skills={skills} max={MEMBER_SKILLS_MAX} />
      <RolesAndDay takesRoles={takes_roles} freeFrom={free_from} />
      {looks_for !== '' && (
        <p className="wrap-anywhere line-clamp-2 text-muted text-sm">
          Looking for: <bdi>{looks_for}</bdi>
        </p>
      )}
    </Card>
  );
}
