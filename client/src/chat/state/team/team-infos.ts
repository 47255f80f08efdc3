import type { TeamInfo } from '@sangam/shared/chat/teams';
import { create } from 'zustand';
import { onReset } from '../../../core/store/reset';
import type { Moment } from '../../../core/store/table';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { onRenamed, withNewNames } from '../../../people/state/members';

/** The members, events and read marks of the teams that were opened. `load-team-info.ts` fetches them. */
export const useTeamInfos = create<Readonly<Record<ConversationKey, TeamInfo>>>(() => ({}));
onReset(() => useTeamInfos.setState({}, true));

/** Returns a team's data with the names that members got since a call began. */
export const withNames = (info: TeamInfo, startedAt: Moment): TeamInfo => ({
  ...info,
  participants: withNewNames(info.participants, startedAt, 'id', 'name'),
  events: withNewNames(info.events, startedAt, 'user_id', 'user_name'),
});

onRenamed((_, before) =>
  useTeamInfos.setState((all) =>
    Object.fromEntries(Object.entries(all).map(([key, info]) => [key, withNames(info, before)])),
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
