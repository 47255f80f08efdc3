import { isolate } from '@sangam/shared/core/isolate';
import { MessageCircle } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTeamOf } from '../../../chat/state/teams';
import { conversationPath } from '../../../lib/links/chat-link';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { IconLink } from '../../../ui/button/IconButton';

interface TeamChatLinkProps extends Pick<ComponentProps<typeof ButtonLink>, 'variant' | 'size' | 'block'> {
  projectId: number;
}

/** `TeamChatLink` as an icon, for a list of teams. */
export function TeamChatIcon({ projectId }: { projectId: number }) {
  const team = useTeamOf(projectId);
  if (team === undefined) return null;
  return (
    <IconLink icon={MessageCircle} to={conversationPath(team.key)} label={`Open team chat for ${isolate(team.name)}`} />
  );
}

/** Links a team's member to the team's chat. Renders nothing while the team has none. */
export function TeamChatLink({ projectId, size = 'sm', ...look }: TeamChatLinkProps) {
  const team = useTeamOf(projectId);
  if (team === undefined) return null;
  return (
    <ButtonLink
      to={conversationPath(team.key)}
      {...look}
      size={size}
      aria-label={`Open team chat for ${isolate(team.name)}`}
    >
      <MessageCircle aria-hidden className="size-4" />
      Open team chat
    </ButtonLink>
  );
}
