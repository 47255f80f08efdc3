import type { TeamNotifications } from '@sangam/shared/chat/teams';
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { request } from '../../../core/api/client';
import { actFailureText } from '../../../core/api/errors';
import { refreshLists } from '../../../core/realtime/refresh';
import { changesInTurn } from '../../../core/store/changes-in-turn';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { OnlineWordSelect } from '../../../ui/form/Select';
import { idIn } from '../../state/known-conversations';
import { listedTeam, useTeam } from '../../state/teams';
import { onTeamRows } from '../../sync/kinds';

const notifyWords: Record<TeamNotifications, string> = {
  all: 'Every message',
  mentions: 'Mentions only',
  off: 'None',
};

const sendInTurn = changesInTurn(refreshLists);

/** The member's choice of notifications from a team's conversation. */
export function TeamNotify({ conversation }: { conversation: ConversationKey }) {
  const team = useTeam(conversation);
  const conversationId = idIn(conversation);
  const [busy, setBusy] = useState(false);
  if (team === undefined || conversationId === null) return null;
  const choose = async (notify: TeamNotifications) => {
    setBusy(true);
    const answer = await sendInTurn((limit) =>
      request('PUT /api/messages/c/:conversationId/notify', {
        params: { conversationId },
        query: { version: listedTeam(conversation)?.notify_version },
        body: { notify },
        ...limit,
      }),
    );
    setBusy(false);
    if (answer.ok) void onTeamRows((rows) => rows.applyTeamNotify(conversation, answer.value.data));
    else toast.error(actFailureText(answer.error, 'Failed to change notifications'));
  };
  return (
    <OnlineWordSelect label="Notifications" value={team.notify} words={notifyWords} disabled={busy} onChoose={choose} />
  );
}
