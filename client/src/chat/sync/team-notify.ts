import type { TeamNotifications } from '@sangam/shared/chat/teams';
import { request } from '../../core/api/client';
import type { ApiError } from '../../core/api/errors';
import { refreshLists } from '../../core/realtime/refresh';
import { changesInTurn } from '../../core/store/changes-in-turn';
import type { ConversationKey } from '../../lib/links/chat-link';
import { idIn } from '../state/known-conversations';
import { listedTeam } from '../state/teams';
import { onTeamRows } from './kinds';

const sendInTurn = changesInTurn(refreshLists);

/** Chooses which messages of a team's conversation notify the member. Returns the error, or null on success. */
export async function chooseTeamNotify(
  conversation: ConversationKey,
  notify: TeamNotifications,
): Promise<ApiError | null> {
  const answer = await sendInTurn((limit) =>
    request('PUT /api/messages/c/:conversationId/notify', {
      params: { conversationId: idIn(conversation) ?? 0 },
      query: { version: listedTeam(conversation)?.notify_version },
      body: { notify },
      ...limit,
    }),
  );
  if (!answer.ok) return answer.error;
  void onTeamRows((rows) => rows.applyTeamNotify(conversation, answer.value.data));
  return null;
}
