import type { TeamChanged, TeamInfo, TeamRead } from '@sangam/shared/chat/teams';
import { request } from '../../../core/api/client';
import { cachePart } from '../../../core/offline/cached-parts';
import { storesEpoch } from '../../../core/store/reset';
import { type Moment, moment } from '../../../core/store/table';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { members } from '../../../people/state/members';
import { mergePresence } from '../../../people/state/presence';
import { idIn, keyOf } from '../known-conversations';
import { followLost, followTeamEvents } from '../teams';
import { useTeamInfos, withNames } from './team-infos';

/** How many of the newest teams are cached for an offline start. */
const CACHED_MAX = 20;

cachePart({
  name: 'team-info',
  take: () => {
    const newest = Object.values(useTeamInfos.getState()).slice(-CACHED_MAX);
    return newest.length === 0 ? null : newest;
  },
  show: (cached) => {
    for (const info of cached) if (!useTeamInfos.getState()[keyOf(info)]) putInfo(info, moment());
  },
  subscribe: useTeamInfos.subscribe,
});

followLost((key) => {
  const { [key]: _, ...others } = useTeamInfos.getState();
  useTeamInfos.setState(others, true);
});

followTeamEvents((event) => {
  const known = useTeamInfos.getState()[keyOf(event)];
  if (known === undefined) return;
  useTeamInfos.setState({ [keyOf(event)]: 'marks' in event ? withMarks(known, event) : withEvent(known, event) });
});

/** Applies read marks, which never move back. */
function withMarks(info: TeamInfo, { marks }: Pick<TeamRead, 'marks'>): TeamInfo {
  const readSeqs = new Map(marks.map(({ user_id, read_seq }) => [user_id, read_seq]));
  return {
    ...info,
    participants: info.participants.map((participant) => {
      const readSeq = readSeqs.get(participant.id);
      return readSeq === undefined
        ? participant
        : { ...participant, read_seq: Math.max(readSeq, participant.read_seq ?? 0) };
    }),
  };
}

/** Applies an event to the name and the events. The members are refetched separately. */
const withEvent = (info: TeamInfo, { name, event }: TeamChanged): TeamInfo => ({
  ...info,
  name,
  events: event ? inOrder([...info.events.filter(({ id }) => id !== event.id), event]) : info.events,
});

const inOrder = (events: TeamInfo['events']): TeamInfo['events'] =>
  events.toSorted((a, b) => a.after_seq - b.after_seq || a.id - b.id);

function putInfo(info: TeamInfo, startedAt: Moment): void {
  // Former participants are named by events only.
  const eventMembers = info.events.flatMap(({ user_id: id, user_name: name }) =>
    id === undefined || name === undefined ? [] : [{ id, name }],
  );
  members.merge([...eventMembers, ...info.participants.map(({ id, name }) => ({ id, name }))], startedAt);
  useTeamInfos.setState({ [keyOf(info)]: withNames(info, startedAt) });
}

/** Fetches the members, events and read marks of a team. Returns true on success. */
export async function loadTeamInfo(key: ConversationKey): Promise<boolean> {
  const [epoch, startedAt, conversationId] = [storesEpoch(), moment(), idIn(key)];
  const before = useTeamInfos.getState()[key];
  if (conversationId === null) return true;
  const answer = await request('GET /api/messages/c/:conversationId/team', { params: { conversationId } });
  if (!answer.ok || epoch !== storesEpoch()) return false;
  const { data: fetched } = answer.value;
  const known = useTeamInfos.getState()[key];
  // Each join and departure raises the number: a later answer was faster. If it was as high before, the database was restored.
  if (known && known.people > fetched.people && known.people !== before?.people) return true;
  mergePresence(fetched.participants, startedAt);
  // Read marks from events during the call may be newer than the answer's.
  const marks = (known?.participants ?? []).flatMap(({ id: user_id, read_seq }) =>
    read_seq === undefined ? [] : [{ user_id, read_seq }],
  );
  const missingEvents = (known?.events ?? []).filter((event) => fetched.events.every(({ id }) => id !== event.id));
  const readerIds = fetched.participants.filter(({ read_seq }) => read_seq !== undefined).map(({ id }) => id);
  putInfo(
    {
      ...withMarks(fetched, { marks: marks.filter(({ user_id }) => readerIds.includes(user_id)) }),
      events: inOrder([...fetched.events, ...missingEvents]),
    },
    startedAt,
  );
  return true;
}
