import { beforeEach, describe, expect, it, vi } from 'vitest';
import { noteTeams } from '../../chat/state/known-conversations';
import { listedTeam, useTeams } from '../../chat/state/teams';
import { toListed } from '../../chat/state/teams.reduce';
import { useThreads } from '../../chat/state/thread/threads';
import { useTyping } from '../../chat/state/thread/typing';
import type { LiveContext } from '../../core/realtime/live';
import { setProjectWatch } from '../../core/realtime/on-screen';
import { refresh } from '../../core/realtime/refresh';
import { useSession } from '../../core/session/session';
import { resetStores } from '../../core/store/reset';
import type { Notice } from '../../notices/state/notice';
import { loadProject } from '../../projects/state/project-pages';
import { projects } from '../../projects/state/project-table';
import { interests } from '../../requests/state/interests';
import {
  creatorChange,
  decision,
  departure,
  end,
  interestDecision,
  second,
  withSecond,
} from '../../testing/live-samples';
import {
  CONVERSATION,
  inboxChange,
  interest,
  joinRequest,
  KEY,
  ME,
  member,
  message,
  OTHER,
  offer,
  project,
  TEAM,
  TEAM_KEY,
  team,
  teamMessage,
} from '../../testing/samples';
import { loadAll } from '../../testing/screen';
import { base, type ServerState, serve } from '../../testing/server-state';
import { dispatch, isServerEvent } from './subjects';
import '../../chat/sync/team-rows';

// Tests the events only, without the fetches after a missed one.
const fetches = vi.hoisted(() => ({
  fetchMissing: vi.fn(),
  fetchNotifications: vi.fn(),
  isOwnDecision: vi.fn(async () => false),
}));
vi.mock('../../chat/sync/fetch-missing', async (load) => ({ ...(await load<object>()), ...fetches }));
vi.mock('../../notices/sync/fetch-notifications', () => fetches);
vi.mock('../../requests/sync/own-decision', () => fetches);
const isUnlisted = expect.objectContaining({ conversation: true });
const context: LiveContext<Notice> = { me: ME, announce: vi.fn(), eventsMissed: vi.fn() };

describe('dispatch', () => {
  beforeEach(() => {
    vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
    resetStores();
    useSession.setState({ status: 'signed-in', user: member, end: null });
    vi.clearAllMocks();
  });

  it('fetches the missing range when a message skips numbers', async () => {
    serve(base);
    await loadAll();
    dispatch('message:new', message(5), context);
    expect(fetches.fetchMissing).toHaveBeenCalledWith(expect.objectContaining({ thread: true }), KEY);
    expect(useThreads.getState().byId[KEY]?.messages.map((item) => item.seq)).toEqual([1]);
  });

  it('shows a change that skips numbers, and fetches those before it', async () => {
    serve(base);
    await loadAll();
    dispatch('message:changed', message(1, { content: 'edited', change: 3 }), context);
    expect(fetches.fetchMissing).toHaveBeenCalledWith({ thread: true, conversation: true }, KEY);
    const thread = useThreads.getState().byId[KEY];
    expect([thread?.messages[0]?.content, thread?.lastChange, thread?.announcedChange]).toEqual(['edited', 0, 3]);
  });

  it('fetches the saved messages when one was missed', async () => {
    const server = serve(base);
    await loadAll();
    const before = server.of('GET /api/refresh').length;
    dispatch('saved:changed', { user_id: OTHER, seq: 1, saved_at: null, version: 2 }, context);
    expect(server.of('GET /api/refresh')).toHaveLength(before + 1);
  });

  it('fetches the unread messages when one of them was deleted', async () => {
    serve({ ...base, ...withSecond });
    await loadAll();
    dispatch('message:changed', { ...second, content: 'Message deleted', change: 1, deleted_at: 'now' }, context);
    expect(fetches.fetchMissing).toHaveBeenCalledWith(isUnlisted, expect.anything());
  });

  it('announces no messages from strangers while they are message requests, and does so once accepted', async () => {
    serve(base);
    await loadAll();
    dispatch('message-request:changed', { user_id: OTHER, request: 'waiting' }, context);
    dispatch('message:new', message(2), context);
    dispatch('message-request:changed', { user_id: OTHER, request: 'ignored' }, context);
    dispatch('message:new', message(3), context);
    expect(context.announce).not.toHaveBeenCalled();
    dispatch('message-request:changed', { user_id: OTHER, request: null }, context);
    dispatch('message:new', message(4), context);
    expect(context.announce).toHaveBeenCalledTimes(1);
  });

  it('fetches the lists when an unknown member writes', async () => {
    serve(base);
    await loadAll();
    dispatch('message:new', message(1, { sender_id: 99, conversation_id: 99 }), context);
    expect(fetches.fetchMissing).toHaveBeenCalledWith(isUnlisted, expect.anything());
  });

  it('fetches the notifications when one of their changes is missing', async () => {
    serve(base);
    await loadAll();
    dispatch('inbox:changed', inboxChange({ version: 2 }), context);
    expect(fetches.fetchNotifications).toHaveBeenCalled();
  });

  it('announces a message to a team once its row counts it as unread', async () => {
    noteTeams([TEAM]);
    useTeams.setState({ list: [toListed(team())] });
    let unread: number | undefined;
    vi.mocked(context.announce).mockImplementationOnce(() => {
      unread = listedTeam(TEAM_KEY)?.unread_count;
    });
    dispatch('message:new', teamMessage(6), context);
    await vi.waitFor(() => expect(unread).toBe(1));
  });

  it('announces an edit to the members whom it mentions for the first time', async () => {
    vi.mocked(context.announce).mockClear();
    const edited = teamMessage(1, { change: 1, content: 'Hi @Me', mentions: [{ user_id: ME, name: 'Me' }] });
    dispatch('message:changed', edited, context);
    expect(context.announce).not.toHaveBeenCalled();
    dispatch('message:changed', { ...edited, mentions_you: true }, context);
    await vi.waitFor(() =>
      expect(vi.mocked(context.announce).mock.calls).toMatchObject([[{ kind: 'message', message: edited }]]),
    );
  });

  it('ends typing after a while and with the message', () => {
    vi.useFakeTimers();
    dispatch('typing', { conversation_id: CONVERSATION, sender_id: OTHER, typing: true }, context);
    expect(Boolean(useTyping.getState()[KEY]?.includes(OTHER))).toBe(true);
    vi.advanceTimersByTime(10_000);
    expect(Boolean(useTyping.getState()[KEY]?.includes(OTHER))).toBe(false);
    dispatch('typing', { conversation_id: CONVERSATION, sender_id: OTHER, typing: true }, context);
    dispatch('message:new', message(1), context);
    expect(Boolean(useTyping.getState()[KEY]?.includes(OTHER))).toBe(false);
    vi.useRealTimers();
  });

  it('counts the seats of a project with roles once their own numbers are known', () => {
    const role = { id: 3, name: 'Design', seats: 1, taken: 0, skills: [] };
    for (const roles of [[], [role]]) {
      projects.upsert({ ...project(7), current_members: 1, roles });
      dispatch('join-request:decided', { ...decision, project_id: 7, current_members: 2 }, context);
      expect(projects.get(7)?.current_members).toBe(roles.length === 0 ? 2 : 1);
    }
  });

  it('notifies only the requester of the decision', async () => {
    serve({ ...base, mine: [joinRequest({ user_id: ME })] });
    await loadAll();
    dispatch('join-request:decided', decision, context);
    expect(context.announce).toHaveBeenLastCalledWith({ kind: 'decision', decision });
    dispatch('join-request:decided', { ...decision, id: 77 }, context);
    expect(context.announce).toHaveBeenCalledTimes(1);
    expect(fetches.isOwnDecision).toHaveBeenCalledTimes(1);
  });

  it('notifies the creator of a withdrawn request, and not the requester on another device', async () => {
    serve({ ...base, incoming: [joinRequest()], mine: [joinRequest({ id: 8, user_id: ME })] });
    await loadAll();
    for (const id of [5, 8, 99]) dispatch('join-request:withdrawn', { ...end, id }, context);
    expect(vi.mocked(context.announce).mock.calls).toEqual([[{ kind: 'withdrawal', request: joinRequest() }]]);
  });

  it('notifies the creator once when a member leaves', async () => {
    serve({ ...base, incoming: [joinRequest()] });
    await loadAll();
    dispatch('join-request:decided', decision, context);
    dispatch('join-request:withdrawn', end, context);
    dispatch('team:left', departure, context);
    expect(vi.mocked(context.announce).mock.calls).toEqual([[{ kind: 'departure', departure }]]);
  });

  it('notifies the requester of an ended request, and a removed member', async () => {
    serve({ ...base, incoming: [joinRequest()], mine: [joinRequest({ id: 8, user_id: ME })] });
    await loadAll();
    const finished = { ...end, ended_by: 'project_finished' as const };
    const removal = { ...departure, user_id: ME, creator_id: OTHER, word: null };
    for (const id of [5, 8, 99]) dispatch('join-request:withdrawn', { ...finished, id }, context);
    for (const user_id of [ME, OTHER]) dispatch('team:removed', { ...removal, user_id }, context);
    expect(vi.mocked(context.announce).mock.calls).toEqual([
      [{ kind: 'end', end: { ...finished, id: 8 } }],
      [{ kind: 'removal', removal }],
    ]);
  });

  it('notifies each side of a transfer about the other’s actions, and the team about a new creator', () => {
    const changes = (['pending', 'taken_back', 'declined', 'accepted', 'ended'] as const).flatMap((status) =>
      [offer(), offer({ creator_id: ME, user_id: OTHER })].map((one) => ({ offer: one, status })),
    );
    for (const change of changes) dispatch('offer:changed', change, context);
    const announced = vi.mocked(context.announce).mock.calls.map(([notice]) => notice);
    expect(announced).toEqual([changes[0], changes[2], changes[5]].map((change) => ({ kind: 'transfer', change })));
    vi.clearAllMocks();
    dispatch('project:taken-over', { ...creatorChange, creator_id: ME }, context);
    dispatch('project:taken-over', creatorChange, context);
    expect(vi.mocked(context.announce).mock.calls).toEqual([[{ kind: 'transfer-accepted', change: creatorChange }]]);
  });

  it('notifies the requester, and not the creator, of the decision on interest, but not of an end by joining', () => {
    dispatch('connection:decided', { ...interestDecision, requester_id: OTHER }, context);
    dispatch('connection:decided', { ...interestDecision, ended_by: 'joined' }, context);
    expect(context.announce).not.toHaveBeenCalled();
    dispatch('connection:decided', interestDecision, context);
    expect(context.announce).toHaveBeenCalledWith({ kind: 'interest-decision', decision: interestDecision });
  });

  const left = { id: 1, kind: 'left' as const, at: message(5).created_at, after_seq: 5, user_id: OTHER };
  const ofTeam = { conversation_id: TEAM, project_id: 7, name: 'Project 7', people: 4, member_count: 2 };
  const address = 'other@example.org';
  const nothingElse = { connections: [], team: [], my_connection: null, my_join_request: null, is_member: false };
  const addresses = () => [interests.get(6)?.requester_email, projects.get(7)?.creator_email];

  it.each([
    ['they leave', () => dispatch('conversation:changed', { ...ofTeam, event: left }, context)],
    ['this member leaves', () => dispatch('conversation:left', { conversation_id: TEAM }, context)],
    ['a block', () => dispatch('block:changed', { user_id: OTHER, conversation_id: 3, is_blocked: true }, context)],
    [
      'a departure that was missed',
      async (state: ServerState) => {
        state.teams = [team({ people: 4, member_count: 2 })];
        await refresh('gap');
      },
    ],
  ])('hides the address of a teammate after %s, until the server shows it again', async (_, act) => {
    const seen = { ...interest, requester_email: address };
    const state: ServerState = { ...base, teams: [team()], interests: [seen], connections: [seen] };
    state.projects = [project(7, { creator_id: OTHER }), project(8, { creator_id: OTHER })];
    setProjectWatch({ list: false, project_id: 7 });
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    serve(state);
    await loadAll();
    for (const id of [7, 8]) await loadProject(id);
    for (const id of [7, 8]) projects.patch(id, { creator_email: address });
    expect(addresses()).toEqual([address, address]);
    const { of } = serve(state, {
      'GET /api/projects/:id': async () => {
        await answered;
        const project = { ...projects.get(7), creator_email: address };
        return { body: { success: true, project, ...nothingElse } };
      },
      'GET /api/projects/connections/incoming': async () => {
        await answered;
        return { body: { success: true, data: { connections: [seen], has_more: false, total: 1 } } };
      },
    });
    // Not awaited, since a refresh waits for the page on screen.
    void act(state);
    await vi.waitFor(() => expect(addresses()).toEqual(['', '']));
    expect(projects.get(8)?.creator_email).toBe('');
    // Only the page on screen is fetched again.
    expect(of('GET /api/projects/:id').map(({ path }) => path)).toEqual(['/api/projects/7']);
    // The server shows the addresses again, as to a member of another shared team.
    answer();
    await vi.waitFor(() => expect(addresses()).toEqual([address, address]));
  });

  it('shows the address of a member again after an unblock', async () => {
    const approved = { ...interest, status: 'approved' as const, requester_email: '' };
    const state: ServerState = { ...base, connections: [approved], projects: [project(7, { creator_id: OTHER })] };
    setProjectWatch({ list: false, project_id: 7 });
    serve(state);
    await loadAll();
    await loadProject(7);
    expect(addresses()).toEqual(['', null]);
    const page = { connections: [{ ...approved, requester_email: address }], team: [], my_connection: null };
    serve(state, {
      'GET /api/projects/:id': () => ({
        body: {
          success: true,
          project: { ...projects.get(7), creator_email: address },
          ...page,
          my_join_request: null,
          is_member: false,
        },
      }),
    });
    dispatch('block:changed', { user_id: OTHER, conversation_id: 3, is_blocked: false }, context);
    await vi.waitFor(() => expect(addresses()).toEqual([address, address]));
  });

  it('keeps the address of an approved interest when its sender leaves a team, until a block', async () => {
    serve({ ...base, teams: [team()] });
    await loadAll();
    interests.upsert({ ...interest, status: 'approved', requester_email: address });
    dispatch('conversation:left', { conversation_id: TEAM }, context);
    dispatch('conversation:changed', { ...ofTeam, event: left }, context);
    await vi.dynamicImportSettled();
    expect(interests.get(6)?.requester_email).toBe(address);
    dispatch('block:changed', { user_id: OTHER, conversation_id: 3, is_blocked: true }, context);
    await vi.waitFor(() => expect(interests.get(6)?.requester_email).toBe(''));
  });

  it('ignores an address in an answer that is older than a departure', async () => {
    serve({ ...base, teams: [team()] });
    await loadAll();
    const seen: unknown[] = [];
    projects.use.subscribe(({ byId }) => seen.push(byId[7]?.creator_email));
    let creator_email = address;
    const replies: (() => void)[] = [];
    serve(base, {
      'GET /api/projects/:id': async () => {
        const body = {
          success: true,
          project: { ...project(7, { creator_id: OTHER }), creator_email },
          ...nothingElse,
        };
        await new Promise<void>((answer) => replies.push(answer));
        return { body };
      },
    });
    const loading = loadProject(7);
    await vi.waitFor(() => expect(replies).toHaveLength(1));
    dispatch('conversation:left', { conversation_id: TEAM }, context);
    await vi.dynamicImportSettled();
    creator_email = '';
    replies[0]?.();
    await vi.waitFor(() => expect(replies).toHaveLength(2));
    replies[1]?.();
    await loading;
    expect(projects.get(7)?.creator_email).toBe('');
    expect(seen).not.toContain(address);
  });

  it('knows its own events and ignores those of a newer server', () => {
    expect(isServerEvent('message:new')).toBe(true);
    expect(isServerEvent('constructor')).toBe(false);
    expect(isServerEvent('story:new')).toBe(false);
  });
});
