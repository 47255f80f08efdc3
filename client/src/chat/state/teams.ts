import type { CallAnswer } from '@sangam/shared/app/calls';
import type { TeamConversation } from '@sangam/shared/chat/teams';
import { create } from 'zustand';
import { cachePart } from '../../core/offline/cached-parts';
import { type Change, idle, type Loadable, mapData, ready } from '../../core/store/loadable';
import { createHeldVersion, loadPart, type RefreshPart } from '../../core/store/refresh-part';
import { onReset } from '../../core/store/reset';

interface TeamsState {
  /** All conversations of the member's teams. */
  list: Loadable<TeamConversation[]>;
}

const empty = (): TeamsState => ({ list: idle() });
const useTeams = create<TeamsState>(empty);
onReset(() => useTeams.setState(empty()));

cachePart({
  name: 'teams',
  take: () => useTeams.getState().list.data,
  show: (teams) => {
    if (useTeams.getState().list.data === null) useTeams.setState({ list: ready(teams) });
  },
  subscribe: useTeams.subscribe,
});

const setList = (change: Change<TeamConversation[]>): void =>
  useTeams.setState((state) => {
    const list = change(state.list);
    return list === state.list ? state : { list };
  });

const held = createHeldVersion();

/** Returns the version to send with a refresh. */
export const teamsWanted = (): string | undefined => held.get();

/** Takes the part of a refresh: the whole list. */
export const refreshTeams = (
  part: RefreshPart<NonNullable<CallAnswer<'GET /api/refresh'>['data']['teams']>['data']>,
): Promise<boolean> =>
  loadPart(
    { held, part, update: setList },
    async (first) => ({ ok: true as const, value: first }),
    ({ teams }) => teams,
  );

/** Removes a conversation of which the member is no longer a participant. */
export const dropTeam = (conversationId: number): void =>
  setList((state) =>
    mapData(state, (list) => list.filter(({ conversation_id }) => conversation_id !== conversationId)),
  );
