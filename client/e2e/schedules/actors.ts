import { type FaultyProxy, startProxy } from '@sangam/testing/servers/proxy';
import type { BrowserContext, Page } from 'playwright-core';
import { watchFaults } from '../browser.js';
import { chat } from '../chat-page.js';
import type { Account, TestServer } from '../test-server.js';
import type { DeviceName, Fault, Side } from './plan.js';

/** A page that does not begin to come by then is loaded again once all is healed. */
const NAVIGATION_PATIENCE_MS = 2_000;

/** A member's browser behind a network of its own. */
export interface Desk {
  account: Account;
  /** Whom they write to. */
  other: Account;
  context: BrowserContext;
  proxy: FaultyProxy;
  fail(fault: Fault): Promise<void>;
  heal(cut: boolean): Promise<void>;
  close(): Promise<void>;
}

/** One tab; `page` changes when the tab crashes, `dead` while its page could not be loaded. */
export interface Device {
  name: DeviceName;
  side: Side;
  desk: Desk;
  page: Page;
  dead: boolean;
  /** What its console said that it should not. */
  faults: string[];
}

export async function openDesk(server: TestServer, account: Account, other: Account): Promise<Desk> {
  const proxy = await startProxy({ host: '127.0.0.1', port: Number(new URL(server.url).port) });
  const context = await server.newContext(account, {
    origin: `http://127.0.0.1:${proxy.port}`,
    // So tall that the whole thread is on screen.
    viewport: { width: 1000, height: 4_000 },
  });
  return {
    account,
    other,
    context,
    proxy,
    async fail(fault) {
      if (fault === 'offline') await context.setOffline(true);
      else proxy.set(fault);
    },
    async heal(cut) {
      await context.setOffline(false);
      proxy.set('pass');
      if (cut) proxy.cut();
    },
    async close() {
      await context.close();
      await proxy.close();
    },
  };
}

/** Opens a tab on the messages page; it may fail, while the network does. */
export async function openTab(name: DeviceName, side: Side, desk: Desk): Promise<Device> {
  const page = await desk.context.newPage();
  page.setDefaultNavigationTimeout(NAVIGATION_PATIENCE_MS);
  const device: Device = { name, side, desk, page, dead: false, faults: watchFaults(page) };
  await load(device);
  return device;
}

/** Loads the messages page anew; a page that did not come is loaded again when all is healed. */
export async function load(device: Device): Promise<void> {
  device.dead = await device.page.goto('/messages', { waitUntil: 'commit' }).then(
    () => false,
    () => true,
  );
}

export const on = (device: Device) => chat({ page: device.page });
