import { randomUUID } from 'node:crypto';
import type { TeamInfo } from '@sangam/shared/chat/teams';
import type { User } from '@sangam/shared/people/users';
import { eventually } from '@sangam/testing/eventually';
import { onTestFinished, vi } from 'vitest';
import type { Attached } from '../src/chat/state/files/chosen-files';
import type { MessageChange } from '../src/chat/state/outbox/outbox-acts';
import type { MessageExtras } from '../src/chat/state/outbox/outbox-order';
import type { ListedTeam } from '../src/chat/state/teams.reduce';
import type { Thread } from '../src/chat/state/thread/threads.reduce';
import type { ConversationKey } from '../src/lib/links/chat-link';
import type { ProjectEntity } from '../src/projects/state/project-table';
import type { Actor } from './actions.js';
import { freshModules } from './fresh-modules.js';

/** The client's open screens: a conversation, the lists, and one project's page. */
export interface Watched {
  other: Actor;
  projectId: number;
  /** The id of a team's conversation to open instead of the one with the other member. */
  teamId?: number;
}

export interface Client {
  /** Opens the live connection. Resolves after the first refresh, when the server knows what is watched, to a function that closes it. */
  connect(): Promise<() => void>;
  /** Like `connect`, without waiting. */
  start(): () => void;
  isConnected(): boolean;
  /** Resolves when the connection is lost, at once without one. */
  disconnected(): Promise<void>;
  /** Opens a conversation in place of the open one. */
  open(key: ConversationKey): Promise<void>;
  /** Sends like a member: on screen at once, then from the outbox. Returns the message's `client_id`. */
  send(key: ConversationKey, content: string, extras?: MessageExtras): string;
  /** Chooses a file for the next message. */
  choose(name: string, content: Blob): Promise<Attached>;
  act(key: ConversationKey, seq: number, change: MessageChange): void;
  /** Describes the items in the outbox. */
  waiting(): string[];
  /** Sends rejected messages again, as their author may. */
  retryRejected(): void;
  refresh(): Promise<void>;
  /** The member's saved message numbers, by conversation; null before the first answer. */
  saved(): object | null;
  /** The conversation without pending messages; empty before it was opened. */
  thread(key: ConversationKey): Thread;
  /** The listed conversations of the member's teams. */
  teams(): readonly ListedTeam[];
  /** A team's members, events and read marks, fetched again over what is known. */
  team(key: ConversationKey): Promise<TeamInfo | undefined>;
  /** All that this browser holds of conversations, as one text. */
  everything(): string;
  screen(): object;
}

/** Fewer than a page, since after a deletion a fresh page has one more project at its end. */
const PROJECTS_COMPARED = 10;

/** A project without its pending counts, which My work fetches itself. */
const projectOf = (project: ProjectEntity | undefined) =>
  project && { ...project, pending_requests: null, pending_interests: null };
/** Without presence, which changes at any time. */
const profileOf = (user: User | null) => user && { ...user, is_online: null, last_active: null };

/** Without presence, which changes at any time. */
const teamOf = (info: TeamInfo | undefined) =>
  info && {
    ...info,
    participants: info.participants.map((participant) => ({ ...participant, is_online: null, last_active: null })),
  };

/** Opens the client's stores with everything fetched for one member. */
export async function openClient(actor: Actor, token: string, { other, projectId, teamId }: Watched): Promise<Client> {
  // Another client may be open too.
  const modules = await freshModules();
  const { api, session, presence, watch, refresh, threads, sync, projects, pages, dashboard } = modules;
  const { outbox, sender, chosen, teams, table, startRealtime } = modules;
  const { placeIn, keyWith, newThread, loadTeamInfo, useTeamInfos, useConnection } = modules;
  const { useConversations, useUnreadMessages, useChoices, useSaved, useNotifications } = modules;
  const { incomingInterests, interestOf, interests, interestsIn, receivedInvitations } = modules;
  const { incomingRequests, myRequests, requestOf, requests, hasSeat, blocks, messageRequests, members } = modules;
  const { myInterests, myTransfers, myProjects, myTeams, transfers, showLists } = modules;

  api.setTokenSource(() => token);
  session.useSession.setState({ status: 'signed-in', user: actor.user, end: null });
  const me = await api.request('GET /api/auth/me');
  if (me.ok) session.updateUser(me.value.user);
  watch.showPresence([other.user.id]);
  showLists([myProjects, myTeams, myInterests, myTransfers]);
  watch.setProjectWatch({ list: true, project_id: projectId });
  const opened: ConversationKey = teamId === undefined ? `u${other.user.id}` : `c${teamId}`;
  const openKey = () => (teamId === undefined ? keyWith(other.user.id) : opened);
  await Promise.all([
    sync.openThread(opened),
    teamId === undefined || loadTeamInfo(opened),
    refresh.refresh('start'),
    projects.loadProjects(),
    pages.loadProject(projectId),
    dashboard.recentProjects.load(),
    ...[myProjects, myTeams, myInterests, myTransfers].map((list) => list.load()),
  ]);
  const start = () => {
    const stop = startRealtime(actor.user.id, { token: () => token, announce: () => undefined });
    // However the test ends, no client may continue to connect or refresh after the browser's stubs are gone.
    onTestFinished(async () => {
      stop();
      // Silences the log that the server is closed.
      const said = vi.spyOn(console, 'error').mockReturnValue();
      await refresh.refresh('gap');
      said.mockRestore();
    });
    return stop;
  };
  // As its screen does, refetches the members of a team when they change.
  if (teamId !== undefined)
    teams.useTeams.subscribe((_, before) => {
      const people = teams.listedTeam(opened)?.people;
      if (people !== undefined && people !== before.list?.find(({ key }) => key === opened)?.people)
        void loadTeamInfo(opened);
    });
  const isConnected = () => useConnection.getState().status === 'online';
  return {
    start,
    isConnected,
    disconnected: () =>
      new Promise((resolve) => {
        if (!isConnected()) return resolve();
        const stop = useConnection.subscribe(() => {
          if (isConnected()) return;
          stop();
          resolve();
        });
      }),
    open: async (key) => void (await sync.openThread(key)),
    send(key, content, extras) {
      sender.sendMessage(key, content, extras);
      return outbox.useOutbox.getState().items.findLast((item) => item.content === content)?.client_id ?? '';
    },
    async choose(name, content) {
      const shown = { id: randomUUID(), name, bytes: content.size, isPicture: false };
      await chosen.storeFile({ id: shown.id, name, content, uploadId: randomUUID(), chosenAtMs: 0 });
      return shown;
    },
    act: (key, seq, change) => sender.actOn({ ...placeIn(key), seq, message: null }, change),
    waiting: () => {
      const { items, acts } = outbox.useOutbox.getState();
      return [...items, ...acts].map(({ kind, state, error, ...item }) =>
        [kind, state, error && JSON.stringify(error), 'verb' in item ? item.verb : item.attachments?.length].join(' '),
      );
    },
    retryRejected() {
      for (const { state, client_id } of outbox.useOutbox.getState().items)
        if (state === 'failed') sender.resendMessage(client_id);
    },
    refresh: () => refresh.refresh('gap'),
    saved: () => useSaved.getState().byConversation,
    thread: (key) => threads.threadOf(key) ?? newThread,
    teams: () => teams.useTeams.getState().list ?? [],
    async team(key) {
      await loadTeamInfo(key);
      return useTeamInfos.getState()[key];
    },
    everything: () =>
      JSON.stringify([
        ...[outbox.useOutbox, threads.useThreads, useSaved, useConversations, useUnreadMessages, useNotifications].map(
          (store) => store.getState(),
        ),
        ...[teams.useTeams.getState().list, useTeamInfos.getState()],
        ...Object.keys(localStorage)
          .filter((entry) => entry.includes(`:${actor.user.id}`))
          .map((entry) => localStorage.getItem(entry)),
      ]),
    async connect() {
      const stop = start();
      await eventually(async () => {
        if (!isConnected()) throw new Error('the client is not connected');
      });
      await refresh.refresh('gap');
      return stop;
    },
    screen() {
      const found = threads.threadOf(openKey());
      // A conversation that can't be opened shows the same as one that was lost.
      const thread = found?.status === 'error' ? undefined : found;
      const { unreadCount, requestCount, notifications } = useUnreadMessages.getState();
      const { items, unread } = useNotifications.getState();
      const { list, fresh } = projects.useProjectList.getState();
      const page = pages.useProjectPages.getState().byId[projectId]?.data;
      const myRequest = requestOf(actor.user.id, projectId)(requests.use.getState());
      return {
        conversations: useConversations.getState().list.data,
        // The writer's presence changes at any time, and the divider depends on this reader.
        thread: thread && {
          ...thread,
          unread: null,
          unreadHeld: false,
          messages: thread.messages.map((message) => ({ ...message, sender_is_online: null, last_active: null })),
        },
        teams: teams.useTeams.getState().list,
        team: teamOf(useTeamInfos.getState()[opened]),
        unreadCount,
        requestCount,
        // Former message requests show the same as none.
        requests: Object.values(messageRequests.use.getState().byId).filter(({ request }) => request !== null),
        notifications,
        presence: presence.presence.get(other.user.id),
        block: blocks.get(other.user.id),
        incoming: incomingRequests.items(),
        mine: myRequests.items(),
        interests: incomingInterests.items(),
        invitations: receivedInvitations.items(),
        inbox: { items, unread },
        choices: useChoices.getState().data,
        saved: useSaved.getState().byConversation,
        // Projects behind "N new projects", and the list below it.
        projects: [...fresh, ...(list.data ?? [])].slice(0, PROJECTS_COMPARED).map((id) => projectOf(table.get(id))),
        page: page && {
          project: projectOf(table.get(projectId)),
          interests: interestsIn(projectId)(interests.use.getState()),
          myInterest: interestOf(actor.user.id, projectId)(interests.use.getState()),
          myRequest,
          team: page.teamIds.map((id) => members.get(id)),
          hasSeat: hasSeat(page, myRequest),
          offers: transfers.use.getState().byId,
        },
        recent: dashboard.recentProjects.items()?.map(projectOf),
        work: {
          projects: myProjects.items()?.map(projectOf),
          teams: myTeams.items(),
          interests: myInterests.items(),
          offers: myTransfers.items(),
        },
        profile: profileOf(session.useSession.getState().user),
      };
    },
  };
}
