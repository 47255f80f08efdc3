import { beforeEach, expect, it } from 'vitest';
import { setTokenSource } from '../../core/api/client';
import { acceptSession, currentToken, dropSession } from '../../core/session/session';
import { resetStores } from '../../core/store/reset';
import { fakeServer, fakeStorage } from '../../testing/fake-server';
import { ME, member, OTHER, TEAM, TEAM_KEY, team, teamInfo, teamMessage } from '../../testing/samples';
import { chatLive } from '../live';
import { noteTeams } from '../state/known-conversations';
import { readDraft, writeDraft } from '../state/outbox/drafts';
import { openOutbox } from '../state/outbox/outbox';
import { loseTeam, storedTeamsKeyOf, useTeams } from '../state/teams';
import { sendMessage } from './outbox-sender';

// Code that is loaded when it is first needed may come after its member's session.

let storage: Map<string, string>;
beforeEach(() => {
  storage = fakeStorage();
  resetStores();
  setTokenSource(currentToken);
  return () => setTokenSource(() => null);
});

const signIn = (id: number) => {
  acceptSession({ token: `of ${id}`, user: { ...member, id } });
  noteTeams([TEAM]);
  openOutbox(id);
};
const loaded = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Runs `act` for a member, and ends their session at each step after it. */
async function atEachStep(act: () => unknown, check: (steps: number) => void) {
  for (let steps = 0; steps < 40; steps += 1) {
    storage.clear();
    dropSession('refused');
    signIn(ME);
    act();
    // The first time, the code takes longer to load than all these steps.
    for (let step = 0; step < steps; step += 1) await null;
    dropSession('refused');
    signIn(OTHER);
    storage.set(storedTeamsKeyOf(OTHER), String(TEAM + 1));
    writeDraft(TEAM_KEY, 'of the next member');
    await loaded();
    check(steps);
  }
}

const refreshed = Promise.resolve({ ok: true as const, value: { version: '1', data: { teams: [team()] } } });

it('shows no teams of the last member, and loses none of the next one’s', () =>
  atEachStep(
    () => void chatLive.refresh.teams.take(refreshed),
    (steps) => {
      expect([steps, useTeams.getState().list]).toEqual([steps, null]);
      expect([steps, storage.get(storedTeamsKeyOf(OTHER))]).toEqual([steps, String(TEAM + 1)]);
    },
  ));

it('deletes no draft of the next member for a team that the last one lost', () =>
  atEachStep(
    () => loseTeam(TEAM_KEY),
    (steps) => expect([steps, readDraft(TEAM_KEY)]).toEqual([steps, 'of the next member']),
  ));

it.each(['@Other See you', 'See you'])('sends no message “%s” as the next member', async (text) => {
  const server = fakeServer({
    'GET /api/messages/c/:conversationId/team': () => ({ body: { success: true, data: teamInfo() } }),
    'POST /api/messages': () => ({ status: 201, body: { success: true, data: teamMessage(1) } }),
  });
  await atEachStep(
    () => void sendMessage(TEAM_KEY, text),
    (steps) => {
      const sent = server.of('POST /api/messages').map(({ token }) => token);
      expect([steps, sent.filter((token) => token !== `Bearer of ${ME}`)]).toEqual([steps, []]);
    },
  );
});
