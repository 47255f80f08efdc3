import { useEffect, useState } from 'react';
import { request } from '../../../core/api/client';
import { loadAtReconnects } from '../../../core/realtime/connection-status';
import type { ReportSubject } from '../../../trust/state/report-dialog';

/**
 * Returns what a member who has left a team can report there (R16.9): nothing of the conversation is in this browser any more, and only to
 * them the server names its members. Null for everybody else, undefined until the server has answered.
 */
export function useLeftTeam(id: number | null): ReportSubject | null | undefined {
  const [subject, setSubject] = useState<ReportSubject | null | undefined>(id === null ? null : undefined);
  useEffect(() => {
    if (id === null) return;
    let gone = false;
    const stop = loadAtReconnects(async () => {
      const answer = await request('GET /api/reports/members', { query: { conversation_id: id } });
      if (gone) return;
      if (answer.ok) setSubject({ kind: 'left', conversation: id, members: answer.value.data.members });
      else setSubject((before) => before ?? null);
    });
    return () => {
      gone = true;
      stop();
    };
  }, [id]);
  return subject;
}
