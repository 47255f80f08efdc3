import { eventually } from '@sangam/testing/eventually';
import { isOnServices, startKillableServers, startRedisProxy } from '@sangam/testing/servers/faulty-servers';
import { expect, it } from 'vitest';
import { createActions } from './actions.js';
import { goTo, standInForBrowser } from './browser-stubs.js';
import { openClient } from './client.js';

/** Its death is noticed within a second, and members then refresh within 30 seconds. */
const SHOWN_WITHIN_MS = 45_000;

it.runIf(isOnServices)(
  'shows what a server has stored that was killed before its broadcast left, though nothing further happens',
  { timeout: 120_000 },
  async () => {
    const redis = await startRedisProxy();
    const { urls, kill } = await startKillableServers(2, [redis.url]);
    const [dying = '', other = ''] = urls;
    standInForBrowser(other);
    const actions = createActions(dying);
    const [me, writer] = [await actions.signUp('Me'), await actions.signUp('Writer')];
    await actions.write(writer, me, 'Hello');
    await actions.write(me, writer, 'Hi');
    const projectId = await actions.project(writer);
    goTo(other);
    const client = await openClient(me, me.token, { other: writer, projectId });
    await client.connect();
    const { data } = await actions.write(writer, me, 'broadcast');
    const key = `c${data.conversation_id ?? 0}` as const;
    await client.open(key);
    const texts = () => client.thread(key).messages.map(({ content }) => content);
    await eventually(() => expect(texts()).toEqual(['Hello', 'Hi', 'broadcast']));

    redis.set('blackhole');
    await actions.write(writer, me, 'stored');
    await kill(0);
    expect(texts()).toEqual(['Hello', 'Hi', 'broadcast']);
    await eventually(() => expect(texts()).toEqual(['Hello', 'Hi', 'broadcast', 'stored']), SHOWN_WITHIN_MS);
    expect(client.isConnected()).toBe(true);
  },
);
