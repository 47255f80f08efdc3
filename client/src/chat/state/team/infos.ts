import type { TeamInfo } from '@sangam/shared/chat/teams';
import { create } from 'zustand';
import { onReset } from '../../../core/store/reset';
import type { ConversationKey } from '../../../lib/links/chat-link';

/** The members, events and read marks of the teams that were opened. `info.ts` fetches them. */
export const useTeamInfos = create<Readonly<Record<ConversationKey, TeamInfo>>>(() => ({}));
onReset(() => useTeamInfos.setState({}, true));

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
