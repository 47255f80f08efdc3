import { changeMessage } from '@sangam/testing/chat/change-message';
import { eventually } from '@sangam/testing/eventually';
import { startTestServer } from '@sangam/testing/test-server';
import { expect, it } from 'vitest';
import { createActions } from './actions.js';
import { standInForBrowser } from './browser-stubs.js';
import { openClient } from './client.js';

it('a missed change to an old message is shown after the next refresh', { timeout: 60_000 }, async () => {
  await using server = await startTestServer();
  standInForBrowser(server.url);
  const actions = createActions(server.url);
  const [me, other] = [await actions.signUp('Me'), await actions.signUp('Other')];
  const projectId = await actions.project(me);
  for (const text of ['one', 'two', 'three']) await actions.write(other, me, text);
  const client = await openClient(me, me.token, { other, projectId });
  const contents = () => {
    const { thread } = client.screen() as { thread: { messages: { content: string }[]; lastChange: number } };
    return [thread.messages.map(({ content }) => content), thread.lastChange];
  };
  const change = (seq: number, content: string) =>
    changeMessage(server.database, [me.user.id, other.user.id], seq, content);
  expect(contents()).toEqual([['one', 'two', 'three'], 0]);

  // No event is sent for this change: only the refresh after the reconnect can bring it.
  await change(1, 'ONE');
  await change(2, 'TWO');
  await actions.write(other, me, 'four');
  expect(contents()).toEqual([['one', 'two', 'three'], 0]);
  const stop = await client.connect();
  await eventually(async () => expect(contents()).toEqual([['ONE', 'TWO', 'three', 'four'], 2]));
  stop();

  await change(3, 'THREE');
  const again = await client.connect();
  await eventually(async () => expect(contents()).toEqual([['ONE', 'TWO', 'THREE', 'four'], 3]));
  again();
});
