import { serverEvents } from '@sangam/shared/app/socket';
import { eventually } from '@sangam/testing/eventually';
import { everyNth, runsAll } from '@sangam/testing/runs';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Actions, createActions } from './actions.js';
import { type Network, standInForBrowser } from './browser-stubs.js';
import { chatScenarios } from './chat-scenarios.js';
import { openClient } from './client.js';
import { memberScenarios } from './member-scenarios.js';
import { projectsScenarios } from './projects-scenarios.js';
import { requestsScenarios } from './requests-scenarios.js';
import type { Scenario } from './scenario.js';

/** The scenarios of every server event, from each side that receives it. */
const scenarios: Record<string, Scenario[]> = {
  ...chatScenarios,
  ...memberScenarios,
  ...projectsScenarios,
  ...requestsScenarios,
};

let server: TestServer;
let network: Network;
let actions: Actions;

beforeAll(async () => {
  server = await startTestServer({ env: { MESSAGE_REQUESTS: 'on' } });
  actions = createActions(server.url);
});
beforeEach(() => {
  network = standInForBrowser(server.url);
});
afterAll(() => server.close());

describe('a live event leaves what a fresh fetch brings', () => {
  /** The run before a merge tries the first scenario of every third event. */
  const tried = everyNth(3, Object.entries(scenarios)).flatMap(([event, list]) =>
    (runsAll ? list : list.slice(0, 1)).map((one: Scenario) => [`${event}: ${one.name}`, one] as const),
  );

  it.each(tried)(
    '%s',
    { timeout: 40_000 },
    async (_, { creator = 'me', isInTeam, before, act, fetches = null, changesNothing = false }) => {
      const [me, other, third] = [
        await actions.signUp('Me'),
        await actions.signUp('Other'),
        await actions.signUp('Third'),
      ];
      await actions.write(other, me, 'Hello');
      const projectId = await actions.project(creator === 'me' ? me : other);
      const actors = { actions, me, other, third, projectId, teamId: 0 };
      if (isInTeam) {
        const [first, second] = creator === 'me' ? [me, other] : [other, me];
        await actions.join(second, first, projectId);
        actors.teamId = await actions.teamOf(me, projectId);
      }
      const watched = { other, projectId, ...(isInTeam && { teamId: actors.teamId }) };
      const prepared = await before?.(actors);
      const live = await openClient(me, me.token, watched);
      await live.connect();
      network.refuseReads(me.token, fetches);
      const old = live.screen();
      await act(actors, prepared);
      // Waits for the event first, since each fresh fetch is slow.
      if (!changesNothing) await eventually(() => expect(live.screen()).not.toEqual(old));
      await eventually(
        async () => {
          const fresh = (await openClient(me, me.otherToken, watched)).screen();
          expect(live.screen()).toEqual(fresh);
          // The change must be visible.
          if (!changesNothing) expect(fresh).not.toEqual(old);
        },
        15_000,
        100,
      );
      expect(network.refused).toEqual([]);
    },
  );

  it('there is a scenario for every event of the contract', () => {
    expect(Object.keys(scenarios).toSorted()).toEqual(Object.keys(serverEvents).toSorted());
  });
});
