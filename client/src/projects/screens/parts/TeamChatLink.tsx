import { MessageCircle } from 'lucide-react';
import { useTeamOf } from '../../../chat/state/teams';
import { conversationPath } from '../../../lib/links/chat-link';
import { ButtonLink } from '../../../ui/button/ButtonLink';

interface TeamChatLinkProps {
  projectId: number;
  className?: string;
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
      aria-label={`Open team chat of ${team.name}`}
    >
      <MessageCircle aria-hidden className="size-4" />
      Open team chat
    </ButtonLink>
  );
}
