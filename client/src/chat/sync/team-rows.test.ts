import type { TeamConversation, TeamEventKind } from '@sangam/shared/chat/teams';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dispatch } from '../../app/live/subjects';
import { blocks } from '../../contact/state/blocks';
import { refresh } from '../../core/realtime/refresh';
import { useSession } from '../../core/session/session';
import { resetStores } from '../../core/store/reset';
import { moment } from '../../core/store/table';
import { rename } from '../../people/state/members';
import { projects } from '../../projects/state/project-table';
import { interests } from '../../requests/state/interests';
import { fakeServer, fakeStorage, refusal } from '../../testing/fake-server';
import { held } from '../../testing/held';
import {
  interest,
  ME,
  member,
  OTHER,
  page,
  project,
  TEAM,
  TEAM_KEY,
  THIRD,
  team,
  teamInfo,
  teamMessage,
} from '../../testing/samples';
import { base, serve } from '../../testing/server-state';
import { attachedTo, readDraft, setAttached, writeDraft } from '../state/outbox/drafts';
import { enqueue, openOutbox, useOutbox } from '../state/outbox/outbox';
import { enqueueAct } from '../state/outbox/outbox-acts';
import { useSaved } from '../state/saved/saved';
import { loadSavedList, useSavedList } from '../state/saved/saved-list';
import { loadTeamInfo } from '../state/team/load-team-info';
import { useTeamInfos } from '../state/team/team-infos';
import { refreshTeams, teamsVersion, unreadInTeams, useTeams } from '../state/teams';
import { useThreads } from '../state/thread/threads';
import { useTyping } from '../state/thread/typing';
import { openThread } from './thread-sync';
import './forget-team';
import { takeTeams } from './team-rows';

const announce = vi.fn();
const context = { me: ME, announce, eventsMissed: vi.fn() };
/** Lets code that was loaded on demand run. */
const turn = () => new Promise((done) => setTimeout(done, 5));
const listed = () => useTeams.getState().list?.[0];
const thread = (seqs: number[]) => ({
  'GET /api/messages/c/:conversationId': () => {
    const { user: _, ...data } = page(
      seqs.map((seq) => teamMessage(seq)),
      5,
      { conversation_id: TEAM, kind: 'team' },
    );
    return { body: { success: true, data } };
  },
  'GET /api/blocks': () => ({ body: { success: true, data: { blocked: [] } } }),
});
const savedRow = {
  number: 1,
  conversation_id: TEAM,
  name: 'Project 7',
  seq: 5,
  sender_id: OTHER,
  content: 'Saved',
  created_at: '2026-01-01T00:00:00.000Z',
  saved_at: '2026-01-01T00:00:00.000Z',
};

describe('the conversations of a member’s teams', () => {
  beforeEach(async () => {
    fakeStorage();
    vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
    resetStores();
    announce.mockClear();
    useSession.setState({ status: 'signed-in', user: member, end: null });
    serve({ ...base, teams: [team()] }, thread([4, 5]));
    await refresh('start');
    await openThread(TEAM_KEY);
  });

  it('arrive complete with a refresh, and are then counted message by message', async () => {
    expect(listed()).toMatchObject({ key: TEAM_KEY, name: 'Project 7', unread_count: 0 });
    dispatch('message:new', teamMessage(6), context);
    await turn();
    expect(listed()).toMatchObject({ last_seq: 6, unread_count: 1 });
    expect(unreadInTeams(useTeams.getState())).toBe(1);
    expect(useThreads.getState().byId[TEAM_KEY]?.messages.map(({ seq }) => seq)).toEqual([4, 5, 6]);
    expect(announce).toHaveBeenCalledWith({ kind: 'message', message: teamMessage(6) });
  });

  it('are fetched after a gap, or for an unknown team', async () => {
    const server = serve({ ...base, teams: [team({ last_seq: 8, unread_count: 3, unread_version: 13 })] }, thread([8]));
    dispatch('message:new', teamMessage(8), context);
    await vi.waitFor(() => expect(listed()).toMatchObject({ last_seq: 8, unread_count: 3 }));
    const before = server.of('GET /api/refresh').length;
    dispatch('message:new', { ...teamMessage(1), conversation_id: 41 }, context);
    await vi.waitFor(() => expect(server.of('GET /api/refresh')).toHaveLength(before + 1));
  });

  it('send their version only if there are any, since a server of the previous version doesn’t know it', async () => {
    const server = serve({ ...base, teams: [team()] });
    await refresh('focus');
    expect(server.of('GET /api/refresh')[0]?.query.get('teams')).not.toBeNull();
    serve(base);
    await refresh('focus');
    const without = serve(base);
    await refresh('focus');
    expect(without.of('GET /api/refresh')[0]?.query.get('teams')).toBeNull();
  });

  const nothingIsLeft = () => {
    expect(useTeams.getState()).toMatchObject({ list: [], lostKeys: [TEAM_KEY] });
    expect(useThreads.getState().byId[TEAM_KEY]).toBeUndefined();
    expect(readDraft(TEAM_KEY)).toBe('');
    expect(useOutbox.getState().items).toEqual([]);
    expect(useSaved.getState().byConversation).toEqual({});
    expect(useTyping.getState()[TEAM_KEY]).toBeUndefined();
  };
  const write = () => {
    openOutbox(ME);
    writeDraft(TEAM_KEY, 'half a sent');
    enqueue(TEAM_KEY, 'not sent');
    useSaved.setState({ byConversation: { [TEAM_KEY]: [4] } });
    dispatch('typing', { conversation_id: TEAM, sender_id: OTHER, typing: true }, context);
  };

  it('leave nothing behind once the member has left', async () => {
    write();
    dispatch('conversation:left', { conversation_id: TEAM }, context);
    expect(useThreads.getState().byId[TEAM_KEY]).toBeUndefined();
    await turn();
    nothingIsLeft();
    // Late events from other servers change nothing.
    serve(base);
    dispatch('message:new', teamMessage(6), context);
    const version = useSaved.getState().version + 1;
    dispatch(
      'saved:changed',
      { conversation_id: TEAM, seq: 5, saved_at: '2026-01-01T00:00:00.000Z', version },
      context,
    );
    await turn();
    nothingIsLeft();
  });

  it('stay away even if something that the member wrote or fetched before is ready only afterwards', async () => {
    openOutbox(ME);
    // The list is requested again after the departure.
    const saved = [[savedRow], []];
    serve(base, {
      'GET /api/messages/c/:conversationId/team': () => ({ body: { success: true, data: teamInfo() } }),
      'GET /api/messages/saved': () => ({
        body: { success: true, data: { saved: saved.shift() ?? [], has_more: false } },
      }),
    });
    const fetching = Promise.all([loadTeamInfo(TEAM_KEY), loadSavedList()]);
    dispatch('conversation:left', { conversation_id: TEAM }, context);
    await fetching;
    await turn();
    // A file that was still being read, and the composer that closes.
    enqueue(TEAM_KEY, 'not sent');
    enqueueAct({ conversation_id: TEAM, seq: 4, message: null }, { verb: 'react', text: '👍' });
    writeDraft(TEAM_KEY, 'half a sent');
    setAttached(TEAM_KEY, [{ id: 'a', name: 'a.txt', bytes: 1, isPicture: false }]);
    expect(attachedTo(TEAM_KEY)).toEqual([]);
    expect(useOutbox.getState().acts).toEqual([]);
    expect(useTeamInfos.getState()).toEqual({});
    expect(useSavedList.getState().list.data ?? []).toEqual([]);
    nothingIsLeft();
  });

  const info = (people: number, ids: number[]) => ({
    ...{ conversation_id: TEAM, project_id: 7, name: 'Project 7', people, events: [] },
    participants: ids.map((id) => ({ id, name: `Member ${id}`, is_online: false, last_active: null })),
  });
  const serveInfo = (answer: () => unknown) =>
    fakeServer({
      'GET /api/messages/c/:conversationId/team': async () => ({ body: { success: true, data: await answer() } }),
    });
  const memberIds = () => useTeamInfos.getState()[TEAM_KEY]?.participants.map(({ id }) => id);

  it('show the members of the later of two answers, also if the earlier one arrives last', async () => {
    const late = held(null);
    const answers = [() => late.reply().then(() => info(2, [ME, OTHER])), async () => info(3, [ME, OTHER, 9])];
    serveInfo(() => answers.shift()?.());
    const earlier = loadTeamInfo(TEAM_KEY);
    await loadTeamInfo(TEAM_KEY);
    late.release();
    expect(await earlier).toBe(true);
    expect(memberIds()).toEqual([ME, OTHER, 9]);
  });

  it('show the members that a server has which was restored from a backup', async () => {
    serveInfo(() => info(3, [ME, OTHER, 9]));
    await loadTeamInfo(TEAM_KEY);
    serveInfo(() => info(2, [ME, OTHER]));
    expect(await loadTeamInfo(TEAM_KEY)).toBe(true);
    expect(memberIds()).toEqual([ME, OTHER]);
  });

  it('bring the saved messages of a team that the member is back in', async () => {
    dispatch('conversation:left', { conversation_id: TEAM }, context);
    await turn();
    serve({ ...base, teams: [team()], saved: { version: 9, conversations: [{ conversation_id: TEAM, seqs: [5] }] } });
    await refresh('gap');
    await refresh('gap');
    expect(useSaved.getState().byConversation).toEqual({ [TEAM_KEY]: [5] });
  });

  it('leave nothing behind when a refresh lacks them, even from an earlier visit', async () => {
    write();
    serve(base);
    await refresh('connect');
    await turn();
    nothingIsLeft();
    resetStores();
    useSession.setState({ status: 'signed-in', user: member, end: null });
    openOutbox(ME);
    writeDraft(TEAM_KEY, 'of an earlier visit');
    await refresh('start');
    await turn();
    expect(readDraft(TEAM_KEY)).toBe('');
  });

  it('stay away when a refresh that began before the departure still has them', async () => {
    serve({ ...base, teams: [team({ unread_count: 1, unread_version: 11, last_seq: 6 })] });
    const underWay = refresh('focus');
    dispatch('conversation:left', { conversation_id: TEAM }, context);
    await underWay;
    expect(useTeams.getState().list).toEqual([]);
    // Back in the team, everything is fetched again.
    dispatch(
      'conversation:changed',
      { conversation_id: TEAM, project_id: 7, name: 'Project 7', people: 5, member_count: 3 },
      context,
    );
    await vi.waitFor(() => expect(useTeams.getState()).toMatchObject({ list: [{ key: TEAM_KEY }], lostKeys: [] }));
  });

  it('are those of the refresh that began last, whichever answer comes first', async () => {
    const answers: ((teams: TeamConversation[]) => void)[] = [];
    const part = () =>
      refreshTeams(
        new Promise((done) =>
          answers.push((teams) => done({ ok: true, value: { version: String(teams.length), data: { teams } } })),
        ),
        async (teams) => {
          takeTeams(teams());
          return true;
        },
      );
    const [first, second] = [part(), part()];
    answers[1]?.([]);
    await second;
    answers[0]?.([team()]);
    await first;
    expect(useTeams.getState().list).toEqual([]);
  });

  it('show no former name of a member who is renamed at any moment before the answer to a refresh', async () => {
    const row = team({ last_message_sender_id: OTHER, last_message_sender_name: 'Asha' });
    for (let steps = 0; steps < 20; steps += 1) {
      resetStores();
      useSession.setState({ status: 'signed-in', user: member });
      const refreshed = refreshTeams(
        Promise.resolve({ ok: true, value: { version: '1', data: { teams: [row] } } }),
        async (teams, atRequest) => {
          takeTeams(teams(), atRequest);
          return true;
        },
      );
      for (let step = 0; step < steps; step += 1) await null;
      rename({ id: OTHER, name: 'Devi' });
      // After a refresh that failed, another one fetches the teams, without a version.
      const isShown = (await refreshed) || teamsVersion() !== undefined;
      expect([steps, isShown && listed()?.last_message_sender_name]).toEqual([steps, isShown && 'Devi']);
    }
  });

  it('keep a team to which the member returned while an older answer was in flight', async () => {
    let answer: (teams: TeamConversation[]) => void = () => undefined;
    const take = vi.fn(async () => true);
    const part = refreshTeams(
      new Promise((done) => {
        answer = (teams) => done({ ok: true, value: { version: '1', data: { teams } } });
      }),
      take,
    );
    dispatch(
      'conversation:changed',
      { conversation_id: TEAM, project_id: 7, name: 'Project 7', people: 5, member_count: 3 },
      context,
    );
    await turn();
    answer([]);
    // The refresh is repeated.
    expect(await part).toBe(false);
    expect(take).not.toHaveBeenCalled();
    expect(listed()).toMatchObject({ key: TEAM_KEY, member_count: 3 });
  });

  it('show typing in the team’s conversation, not in the direct one with the typing member', () => {
    dispatch('typing', { conversation_id: TEAM, sender_id: OTHER, typing: true }, context);
    dispatch('typing', { conversation_id: TEAM, sender_id: THIRD, typing: true }, context);
    expect(useTyping.getState()).toEqual({ [TEAM_KEY]: [OTHER, THIRD] });
  });

  it.each(['left', 'removed'] as const)('end the typing of a member who %s', async (kind) => {
    for (const sender_id of [OTHER, THIRD])
      dispatch('typing', { conversation_id: TEAM, sender_id, typing: true }, context);
    const event = { id: 3, kind, at: '2026-01-01T00:00:00.000Z', after_seq: 5, user_id: OTHER, user_name: 'Other' };
    const change = { conversation_id: TEAM, project_id: 7, name: 'Project 7', people: 6, member_count: 2, event };
    dispatch('conversation:changed', change, context);
    await vi.waitFor(() => expect(useTyping.getState()).toEqual({ [TEAM_KEY]: [THIRD] }));
  });

  it('refetch the saved messages when a refresh shows that changes were missed', async () => {
    const { edits } = useSaved.getState();
    serve({ ...base, teams: [team({ last_change: 1 })] }, thread([4, 5]));
    await refresh('connect');
    expect(useSaved.getState().edits).toBeGreaterThan(edits);
  });

  it('hide the messages of a member who was blocked on another device, and show them once unblocked there', async () => {
    const isBlocked = () => blocks.get(OTHER)?.is_blocked;
    const blocking = (blocked: { id: number; name: string }[]) =>
      serve(
        { ...base, teams: [team()] },
        { ...thread([4, 5]), 'GET /api/blocks': () => ({ body: { success: true, data: { blocked } } }) },
      );
    blocking([{ id: OTHER, name: 'Other' }]);
    await refresh('connect');
    expect(isBlocked()).toBe(true);
    blocking([]);
    await refresh('fallback');
    expect(isBlocked()).toBe(false);
  });

  describe('and the email addresses of their members', () => {
    /** The interest of OTHER and THIRD in a project of ME's, pending and approved, and a project of each of the three. */
    const shown = () => {
      const withEmail = { ...interest, requester_email: 'hidden@example.org' };
      interests.merge(
        [OTHER, THIRD].flatMap((requester_id) => [
          { ...withEmail, id: requester_id, requester_id },
          { ...withEmail, id: 10 + requester_id, requester_id, status: 'approved' as const },
        ]),
        moment(),
      );
      projects.merge(
        [ME, OTHER, THIRD].map((creator_id) =>
          project(20 + creator_id, { creator_id, ...{ creator_email: 'x@example.org' } }),
        ),
        moment(),
      );
    };
    /** The ids of the interest, or projects, whose address is still there. */
    const left = () => ({
      pending: [OTHER, THIRD].filter((id) => interests.get(id)?.requester_email),
      approved: [OTHER, THIRD].filter((id) => interests.get(10 + id)?.requester_email),
      creators: [ME, OTHER, THIRD].filter((id) => projects.get(20 + id)?.creator_email),
    });
    const all = { pending: [OTHER, THIRD], approved: [OTHER, THIRD], creators: [ME, OTHER, THIRD] };
    const onlyApproved = { pending: [], approved: [OTHER, THIRD], creators: [ME] };
    beforeEach(() => {
      serve({ ...base, teams: [team()] });
      shown();
    });
    const leaves = async (kind: TeamEventKind) => {
      const event = { id: 3, kind, at: '2026-01-01T00:00:00.000Z', after_seq: 5, user_id: OTHER, user_name: 'Other' };
      const change = { conversation_id: TEAM, project_id: 7, name: 'Project 7', people: 6, member_count: 2, event };
      dispatch('conversation:changed', change, context);
      await turn();
    };

    it.each(['left', 'removed'] as const)(
      'hide the address of a member who %s, except by an approved interest',
      async (kind) => {
        await leaves(kind);
        expect(left()).toEqual({ pending: [THIRD], approved: [OTHER, THIRD], creators: [ME, THIRD] });
      },
    );

    it('hide every address of a member whose account is gone', async () => {
      await leaves('gone');
      expect(left()).toEqual({ pending: [THIRD], approved: [THIRD], creators: [ME, THIRD] });
    });

    it.each(['joined', 'renamed'] as const)('hide no address when a member %s', async (kind) => {
      await leaves(kind);
      expect(left()).toEqual(all);
    });

    it('hide all others’ addresses only when a refresh shows that members may have left unseen', async () => {
      serve({ ...base, teams: [team({ unread_version: 11 })] });
      await refresh('connect');
      await turn();
      expect(left()).toEqual(all);
      serve({ ...base, teams: [team({ people: 4 })] });
      await refresh('connect');
      await turn();
      expect(left()).toEqual(onlyApproved);
    });

    it('hide all others’ addresses once the member has left', async () => {
      dispatch('conversation:left', { conversation_id: TEAM }, context);
      await turn();
      expect(left()).toEqual(onlyApproved);
    });
  });

  it('are removed when their thread answers that they are gone', async () => {
    serve(base, { 'GET /api/messages/c/:conversationId': () => refusal(404, 'NOT_FOUND') });
    await refresh('gap');
    await turn();
    expect(useTeams.getState().lostKeys).toEqual([TEAM_KEY]);
  });
});
