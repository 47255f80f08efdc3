import { type FaultyProxy, startProxy } from '@sangam/testing/servers/proxy';
import type { BrowserContext, Page } from 'playwright-core';
import { watchFaults } from '../browser.js';
import { chat } from '../chat-page.js';
import type { Account, TestServer } from '../test-server.js';
import type { DeviceName, Fault, Side } from './plan.js';

/** How long a page may take to start loading. Otherwise it is loaded again once the network is repaired. */
const NAVIGATION_PATIENCE_MS = 2_000;

/** A member's browser behind its own network. */
export interface Desk {
  account: Account;
  /** The other member. */
  other: Account;
  context: BrowserContext;
  proxy: FaultyProxy;
  fail(fault: Fault): Promise<void>;
  heal(cut: boolean): Promise<void>;
  close(): Promise<void>;
}

/** One tab. A crash replaces `page`. `dead`: its page couldn't be loaded. */
export interface Device {
  name: DeviceName;
  side: Side;
  desk: Desk;
  page: Page;
  dead: boolean;
  /** Unexpected console output. */
  faults: string[];
}

export async function openDesk(server: TestServer, account: Account, other: Account): Promise<Desk> {
  const proxy = await startProxy({ host: '127.0.0.1', port: Number(new URL(server.url).port) });
  const context = await server.newContext(account, {
    origin: `http://127.0.0.1:${proxy.port}`,
    // Tall enough for the whole thread to be on screen.
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

/** Opens a tab on the messages page, which may fail to load while the network is down. */
export async function openTab(name: DeviceName, side: Side, desk: Desk): Promise<Device> {
  const page = await desk.context.newPage();
  page.setDefaultNavigationTimeout(NAVIGATION_PATIENCE_MS);
  const device: Device = { name, side, desk, page, dead: false, faults: watchFaults(page) };
  await load(device);
  return device;
}

/** Reloads the messages page. After a failure it is loaded again once the network is repaired. */
export async function load(device: Device): Promise<void> {
  device.dead = await device.page.goto('/messages', { waitUntil: 'commit' }).then(
    () => false,
    () => true,
  );
}

export const on = (device: Device) => chat({ page: device.page });
