import { useEffect, useState } from 'react';
import { request } from '../../core/api/client';
import { loadAtReconnects } from '../../core/realtime/connection-status';
import type { ReportSubject } from './report-dialog';

/** A team, by its conversation or its project. */
type TeamQuery = { conversation_id: number } | { project_id: number };

/**
 * Returns what a member who has left a team can report there (R16.9): nothing of the team is in this browser any more, and only to them
 * the server names its members. Null for everybody else, undefined until the server has answered.
 */
export function useLeftTeam(team: TeamQuery | null): ReportSubject | null | undefined {
  const [subject, setSubject] = useState<ReportSubject | null | undefined>(team === null ? null : undefined);
  const key = team === null ? null : JSON.stringify(team);
  useEffect(() => {
    if (key === null) return;
    const query: TeamQuery = JSON.parse(key);
    let gone = false;
    const stop = loadAtReconnects(async () => {
      const answer = await request('GET /api/reports/members', { query });
      if (gone) return;
      if (!answer.ok) return setSubject((before) => before ?? null);
      const named = 'conversation_id' in query ? query.conversation_id : undefined;
      const { conversation_id: conversation = named, members } = answer.value.data;
      setSubject(conversation === undefined ? null : { kind: 'left', conversation, members });
    });
    return () => {
      gone = true;
      stop();
    };
  }, [key]);
  return subject;
}
