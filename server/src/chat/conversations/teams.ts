import type { TeamChanged, TeamConversation, TeamInfo, TeamNotifications } from '@sangam/shared/chat/teams';
import { transactAs, withNamesakeEmails } from '../../contact/contact.js';
import type { ActDeps } from '../../platform/db/transaction.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { refuseOutdated } from '../../platform/lib/versions.js';
import * as queries from './teams.queries.js';

/**
 * Reads teams' conversations. Triggers open them for the second member, and add and remove participants, in the transaction that changes
 * the seat (`migrations/0160-team-conversations.sql`, `migrations/0164-former-members.sql`).
 */
export interface TeamsService {
  /** Lists the conversations that the member takes part in, the newest first. */
  list(userId: number): Promise<{ teams: TeamConversation[] }>;
  /** Returns the participants and events of a conversation. NOT_FOUND for everybody but its participants. */
  info(userId: number, conversationId: number): Promise<Result<TeamInfo>>;
  /**
   * Stores which messages notify the participant. NOT_FOUND for everybody else; CHOICES_CHANGED if there is a later version than `seen`, on
   * which the choice was made.
   */
  setNotify(
    userId: number,
    conversationId: number,
    choice: { notify: TeamNotifications; seen: number | undefined },
  ): Promise<Result<{ notify: TeamNotifications; notify_version: number }>>;
  /** A change to a team and the participants to notify of it; undefined without such a conversation. */
  change(
    conversationId: number,
    eventId: number,
  ): Promise<{ participant_ids: readonly number[]; change: TeamChanged } | undefined>;
}

export const createTeamsService = ({ db, bus, clock }: ActDeps): TeamsService => ({
  list: async (userId) => ({ teams: (await queries.listTeamConversations(db, { userId })).map(queries.presentTeam) }),

  async info(userId, conversationId) {
    const team = await queries.findTeam(db, userId, conversationId);
    if (!team) return fail('NOT_FOUND');
    const { creator_id, member_count: _, ...shownTeam } = team;
    const [participants, events] = await Promise.all([
      queries.listParticipants(db, userId, team, clock.now()).then((rows) => withNamesakeEmails(db, userId, rows)),
      queries.listTeamEvents(db, team.project_id),
    ]);
    return ok({
      ...shownTeam,
      participants: participants
        .map(({ joined_at, last_active, read_seq, ...participant }) => ({
          ...participant,
          is_creator: participant.id === creator_id,
          last_active: last_active?.toISOString() ?? null,
          joined_at: joined_at.toISOString(),
          ...(read_seq === null ? {} : { read_seq }),
        }))
        .toSorted((a, b) => Number(b.is_creator) - Number(a.is_creator)),
      events: events.map(queries.presentTeamEvent),
    });
  },

  setNotify: (userId, conversationId, { notify, seen }) =>
    transactAs({ db, bus, userId }, async (trx, publish) => {
      const team = await queries.setNotify(trx, userId, { conversationId, notify });
      if (!team) return fail('NOT_FOUND');
      const { notify_version } = team;
      const late = refuseOutdated(seen, notify_version - 1);
      if (late) return late;
      publish('team:notify', { user_id: userId, change: { ...team, notify } });
      // The version of the member's count has grown.
      publish('unread-mark:changed', { user_id: userId, conversation_id: conversationId });
      return ok({ notify, notify_version });
    }),

  async change(conversationId, eventId) {
    const found = await queries.findTeamChange(db, conversationId, eventId);
    if (!found) return undefined;
    const { participant_ids, event, ...shown } = found;
    return { participant_ids, change: { ...shown, event: queries.presentTeamEvent(event) } };
  },
});
