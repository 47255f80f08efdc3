import { UserX } from 'lucide-react';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { Button } from '../../../ui/button/Button';
import { ReportFormerTeam } from './ReportFormerTeam';

export interface GoneProps {
  conversation: ConversationKey;
  onBack: () => void;
}

/** Replaces a conversation if its address names no member, or none of this member's conversations. */
export function MemberNotFound({ conversation, onBack }: GoneProps) {
  const isMember = conversation.startsWith('u');
  return (
    <section
      aria-label="Conversation"
      className="flex min-w-0 flex-1 flex-col items-center justify-center gap-2 bg-surface px-4 text-center"
    >
      <UserX aria-hidden className="mb-1 size-7 text-faint" />
      <h2 className="text-xl">{isMember ? 'This member doesn’t exist' : 'This conversation doesn’t exist'}</h2>
      <p className="text-muted">
        {isMember ? 'The address may be mistyped.' : 'The address may be mistyped, or you’re no longer in its team.'}
      </p>
      <Button className="mt-4" onClick={onBack}>
        Back to conversations
      </Button>
      {!isMember && <ReportFormerTeam conversation={conversation} />}
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

/**
 * Replaces a team's conversation that the member has lost: they left (maybe on another device), were removed, or the project was deleted.
 */
export function NotInTeam({ conversation, onBack }: GoneProps) {
  return (
    <section
      aria-label="Conversation"
      className="flex min-w-0 flex-1 flex-col items-center justify-center gap-2 bg-surface px-4 text-center"
    >
      <UserX aria-hidden className="mb-1 size-7 text-faint" />
      <h2 className="text-xl">This chat is no longer available</h2>
      <p className="text-muted">You’re no longer in its team, or its project was deleted.</p>
      <Button className="mt-4" onClick={onBack}>
        Back to conversations
      </Button>
      <ReportFormerTeam conversation={conversation} />
    </section>
  );
}
