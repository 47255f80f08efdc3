import type { TeamNotifications } from '@sangam/shared/chat/teams';
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { actFailureText } from '../../../core/api/errors';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { OnlineWordSelect } from '../../../ui/form/Select';
import { useTeam } from '../../state/teams';
import { chooseTeamNotify } from '../../sync/team-notify';

const notifyWords: Record<TeamNotifications, string> = {
  all: 'Every message',
  mentions: 'Mentions only',
  off: 'None',
};

/** The member's choice of notifications from a team's conversation. */
export function TeamNotify({ conversation }: { conversation: ConversationKey }) {
  const team = useTeam(conversation);
  const [busy, setBusy] = useState(false);
  if (team === undefined) return null;
  const choose = async (notify: TeamNotifications) => {
    setBusy(true);
    const error = await chooseTeamNotify(conversation, notify);
    setBusy(false);
    if (error) toast.error(actFailureText(error, 'Failed to change notifications'));
  };
  return (
    <OnlineWordSelect label="Notifications" value={team.notify} words={notifyWords} disabled={busy} onChoose={choose} />
  );
}
