import type { TeamChanged, TeamConversation, TeamInfo } from '@sangam/shared/chat/teams';
import type { Db } from '../../platform/db/database.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import * as queries from './teams.queries.js';

/** Reads the conversations of teams. */
export interface TeamsService {
  /** All that the member is a participant of, the newest first. */
  list(userId: number): Promise<{ teams: TeamConversation[] }>;
  /** Participants and events of one. NOT_FOUND for everybody but its participants. */
  info(userId: number, conversationId: number): Promise<Result<TeamInfo>>;
  /** A change to a team and the participants to notify of it; undefined without such a conversation. */
  change(
    conversationId: number,
    eventId: number,
  ): Promise<{ participant_ids: readonly number[]; shown: TeamChanged } | undefined>;
}

export const createTeamsService = (db: Db): TeamsService => ({
  list: async (userId) => ({ teams: (await queries.listTeamConversations(db, userId)).map(queries.presentTeam) }),

  async info(userId, conversationId) {
    const team = await queries.findTeam(db, userId, conversationId);
    if (!team) return fail('NOT_FOUND');
    const { creator_id, member_count: _, ...named } = team;
    const [participants, events] = await Promise.all([
      queries.listParticipants(db, userId, team),
      queries.listTeamEvents(db, team.project_id),
    ]);
    return ok({
      ...named,
      participants: participants
        .map(({ joined_at, last_active, read_seq, ...shown }) => ({
          ...shown,
          is_creator: shown.id === creator_id,
          last_active: last_active?.toISOString() ?? null,
          joined_at: joined_at.toISOString(),
          ...(read_seq === null ? {} : { read_seq }),
        }))
        .toSorted((a, b) => Number(b.is_creator) - Number(a.is_creator)),
      events: events.map(queries.presentTeamEvent),
    });
  },

  async change(conversationId, eventId) {
    const found = await queries.findTeamChange(db, conversationId, eventId);
    if (!found) return undefined;
    const { participant_ids, event, ...shown } = found;
    return { participant_ids, shown: { ...shown, event: queries.presentTeamEvent(event) } };
  },
});
