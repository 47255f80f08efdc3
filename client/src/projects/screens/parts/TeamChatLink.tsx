import { MessageCircle } from 'lucide-react';
import { useTeamOf } from '../../../chat/state/teams';
import { conversationPath } from '../../../lib/links/chat-link';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { IconLink } from '../../../ui/button/IconButton';

interface TeamChatLinkProps {
  projectId: number;
  className?: string;
}

/** The same as an icon, in a list of teams. */
export function TeamChatIcon({ projectId, className }: TeamChatLinkProps) {
  const team = useTeamOf(projectId);
  if (team === undefined) return null;
  return (
    <IconLink
      icon={MessageCircle}
      to={conversationPath(team.key)}
      label={`Open team chat for ${team.name}`}
      className={className}
    />
  );
}

/** Leads a member of a team to its chat; nothing while the team has none. */
export function TeamChatLink({ projectId, className = '' }: TeamChatLinkProps) {
  const team = useTeamOf(projectId);
  if (team === undefined) return null;
  return (
    <ButtonLink
      to={conversationPath(team.key)}
      size="sm"
      className={className}
      aria-label={`Open team chat for ${team.name}`}
    >
      <MessageCircle aria-hidden className="size-4" />
      Open team chat
    </ButtonLink>
  );
}
