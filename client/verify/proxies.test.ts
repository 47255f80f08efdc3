import { eventually } from '@sangam/testing/eventually';
import { startWebSocketProxy, type WebSocketFault } from '@sangam/testing/servers/websocket-proxy';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Actions, createActions } from './actions.js';
import { standInForBrowser } from './browser-stubs.js';
import { openClient } from './client.js';

const faults: WebSocketFault[] = ['refuse', 'close', 'close-later', 'swallow'];

let server: TestServer;
let actions: Actions;
beforeAll(async () => {
  server = await startTestServer();
  actions = createActions(server.url);
});
afterAll(() => server.close());

it.each(faults)('a message is shown live behind a proxy with the fault: %s', { timeout: 60_000 }, async (fault) => {
  const proxy = await startWebSocketProxy(server.url, fault);
  const network = standInForBrowser(proxy.url);
  try {
    const [me, other] = [await actions.signUp('Me'), await actions.signUp('Other')];
    const projectId = await actions.project(other);
    await actions.write(other, me, 'Hello');
    const client = await openClient(me, me.token, { other, projectId });
    client.start();
    await eventually(() => expect(proxy.longPolls()).toBeGreaterThan(0), 30_000);
    await eventually(() => expect(client.isConnected()).toBe(true));
    const webSockets = proxy.webSockets();
    expect(webSockets).toBeGreaterThan(0);
    // From here on, only events can bring messages.
    network.refuseReads(me.token, null);
    await actions.write(other, me, 'told by long-polling');
    await eventually(() => expect(JSON.stringify(client.screen())).toContain('told by long-polling'));
    expect(proxy.webSockets()).toBe(webSockets);
  } finally {
    await proxy.close();
  }
});
