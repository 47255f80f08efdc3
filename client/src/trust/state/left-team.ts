import { useEffect, useState } from 'react';
import { request } from '../../core/api/client';
import { loadAtReconnects } from '../../core/realtime/connection-status';
import { callOrder } from '../../core/store/call-order';
import type { ReportSubject } from './report-dialog';

/** A team, by its conversation or its project. */
type TeamQuery = { conversation_id: number } | { project_id: number };

interface LeftTeam {
  subject: ReportSubject;
  /** Undefined if the member may no longer see the project. */
  project: { id: number; title: string } | undefined;
}

/**
 * Returns what a member who has left a team can report there (R16.9). This browser no longer has the team's data, so it fetches the members
 * and the project. Null for everybody else, undefined until the server has answered.
 */
export function useLeftTeam(team: TeamQuery | null): LeftTeam | null | undefined {
  const [left, setLeft] = useState<LeftTeam | null | undefined>(team === null ? null : undefined);
  const key = team === null ? null : JSON.stringify(team);
  useEffect(() => {
    if (key === null) return;
    const query: TeamQuery = JSON.parse(key);
    let gone = false;
    const startCall = callOrder();
    const stop = loadAtReconnects(async () => {
      const isNewest = startCall();
      const answer = await request('GET /api/reports/members', { query });
      if (gone || !isNewest(answer.ok)) return;
      if (!answer.ok) return setLeft((before) => before ?? null);
      const named = 'conversation_id' in query ? query.conversation_id : undefined;
      const { conversation_id: conversation = named, members, project } = answer.value.data;
      setLeft(conversation === undefined ? null : { subject: { kind: 'left', conversation, members }, project });
    });
    return () => {
      gone = true;
      stop();
    };
  }, [key]);
  return left;
}
