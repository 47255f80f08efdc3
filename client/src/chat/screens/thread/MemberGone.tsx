import { UserX } from 'lucide-react';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { useLeftTeam } from '../../../trust/state/left-team';
import { reportDialog } from '../../../trust/state/report-dialog';
import { Button } from '../../../ui/button/Button';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { cx } from '../../../ui/cx';
import { idIn } from '../../state/known-conversations';
import { useIsLost } from '../../state/teams';

export interface GoneProps {
  conversation: ConversationKey;
  onBack: () => void;
}

const words = {
  noMember: ['This member doesn’t exist', 'The address may be mistyped.'],
  former: ['You’re no longer in this team', 'Its chat is for members only.'],
  lost: ['This chat is no longer available', 'You’re no longer in its team, or its project was deleted.'],
  unknown: ['This conversation doesn’t exist', 'The address may be mistyped, or you’re no longer in its team.'],
} as const;

/**
 * Replaces a conversation that the address names but that doesn't exist or isn't this member's, and a team's that they have lost: they
 * left, maybe on another device, were removed, or the project was deleted. Only the server knows which, so the text waits for it.
 */
export function ConversationGone({ conversation, onBack }: GoneProps) {
  const isLost = useIsLost(conversation);
  const id = idIn(conversation);
  const team = useLeftTeam(id === null ? null : { conversation_id: id });
  if (team === undefined) return <section aria-label="Conversation" className="min-w-0 flex-1 bg-surface" />;
  const [heading, text] =
    words[conversation.startsWith('u') ? 'noMember' : team ? 'former' : isLost ? 'lost' : 'unknown'];
  return (
    <section
      aria-label="Conversation"
      className="flex min-w-0 flex-1 flex-col items-center justify-center gap-2 bg-surface px-4 text-center wrap-anywhere"
    >
      <UserX aria-hidden className="mb-1 size-7 text-faint" />
      <h2 className="text-xl">{heading}</h2>
      <p className="wrap-anywhere text-muted">
        {team?.project ? (
          <>
            The chat for “<bdi>{team.project.title}</bdi>” is for members only.
          </>
        ) : (
          text
        )}
      </p>
      {team?.project && (
        <ButtonLink className="mt-4" to={`/projects/${team.project.id}`}>
          Open project
        </ButtonLink>
      )}
      <Button className={cx(!team?.project && 'mt-4')} onClick={onBack}>
        Back to conversations
      </Button>
      {team && (
        <Button variant="ghost" onClick={() => reportDialog.open(team.subject)}>
          Report a member
        </Button>
      )}
    </section>
  );
}

/** Replaces the composer of a former member's conversation. */
export function FormerMember() {
  return (
    <p className="border-line border-t px-4 py-4 text-center text-muted text-sm">
      This member has left Sangam. You can’t send messages to them.
    </p>
  );
}
