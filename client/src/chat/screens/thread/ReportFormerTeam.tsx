import { useEffect, useState } from 'react';
import { request } from '../../../core/api/client';
import { loadAtReconnects } from '../../../core/realtime/connection-status';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { type ReportSubject, reportDialog } from '../../../trust/state/report-dialog';
import { Button } from '../../../ui/button/Button';
import { idIn } from '../../state/known-conversations';

/**
 * Offers a report to a member who has left a team (R16.9): nothing of the conversation is in this browser any more, and only to them the
 * server names its members. As high before it has answered as after, so that nothing moves.
 */
export function ReportFormerTeam({ conversation }: { conversation: ConversationKey }) {
  const subject = useLeftTeam(idIn(conversation));
  return (
    <div className="min-h-control">
      {subject && (
        <Button variant="ghost" onClick={() => reportDialog.open(subject)}>
          Report a member
        </Button>
      )}
    </div>
  );
}

function useLeftTeam(id: number | null): ReportSubject | null {
  const [subject, setSubject] = useState<ReportSubject | null>(null);
  useEffect(() => {
    if (id === null) return;
    let gone = false;
    const stop = loadAtReconnects(async () => {
      const answer = await request('GET /api/reports/members', { query: { conversation_id: id } });
      if (answer.ok && !gone) setSubject({ kind: 'left', conversation: id, members: answer.value.data.members });
    });
    return () => {
      gone = true;
      stop();
    };
  }, [id]);
  return subject;
}
