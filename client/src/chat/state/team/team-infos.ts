import type { TeamInfo } from '@sangam/shared/chat/teams';
import { create } from 'zustand';
import { onReset } from '../../../core/store/reset';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { onRenamed, withNewName } from '../../../people/state/members';

/** The members, events and read marks of the teams that were opened. `load-team-info.ts` fetches them. */
export const useTeamInfos = create<Readonly<Record<ConversationKey, TeamInfo>>>(() => ({}));
onReset(() => useTeamInfos.setState({}, true));

onRenamed((member) =>
  useTeamInfos.setState((all) =>
    Object.fromEntries(
      Object.entries(all).map(([key, info]) => [
        key,
        {
          ...info,
          participants: withNewName(info.participants, member, 'id', 'name'),
          events: withNewName(info.events, member, 'user_id', 'user_name'),
        },
      ]),
    ),
  ),
);

export const useTeamInfo = (key: ConversationKey): TeamInfo | undefined => useTeamInfos((all) => all[key]);

/** A member of the team whose read mark is shown. */
export interface Reader {
  id: number;
  name: string;
  readSeq: number;
}

/** Returns the team's members besides this one whose read marks are shown. */
export const readersIn = (info: TeamInfo | undefined, me: number): Reader[] =>
  (info?.participants ?? []).flatMap(({ id, name, read_seq: readSeq }) =>
    id === me || readSeq === undefined ? [] : [{ id, name, readSeq }],
  );

/** Counts the readers who have read a message. */
export const countSeen = (readers: readonly Reader[], seq: number): number =>
  readers.filter(({ readSeq }) => readSeq >= seq).length;
