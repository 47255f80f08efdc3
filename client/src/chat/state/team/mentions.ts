import { mentionsIn } from '@sangam/shared/chat/mention-words';
import type { Mention } from '@sangam/shared/chat/mentions';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { loadTeamInfo } from './load-team-info';
import { useTeamInfos } from './team-infos';

/** Returns the members of a team that a text mentions; null if they couldn't be fetched. */
export async function mentionsOf(key: ConversationKey, text: string): Promise<Mention[] | null> {
  const known = () => useTeamInfos.getState()[key]?.participants;
  if (known() === undefined) await loadTeamInfo(key);
  const participants = known();
  return participants ? mentionsIn(text, participants) : null;
}
