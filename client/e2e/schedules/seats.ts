import { type FaultyProxy, startProxy } from '@sangam/testing/proxy';
import type { BrowserContext, Page } from 'playwright-core';
import { watchFaults } from '../browser.js';
import { chat } from '../chat-page.js';
import type { Person, World } from '../world.js';
import type { DeviceName, Fault, Side } from './plan.js';

/** A page that does not begin to come by then is loaded again once all is healed. */
const NAVIGATION_PATIENCE_MS = 2_000;

/** A member's browser behind a network of its own. */
export interface Desk {
  person: Person;
  /** Whom they write to. */
  other: Person;
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

export async function sitDown(world: World, person: Person, other: Person): Promise<Desk> {
  const proxy = await startProxy({ host: '127.0.0.1', port: Number(new URL(world.url).port) });
  const origin = `http://127.0.0.1:${proxy.port}`;
  const context = await world.browser.newContext({
    baseURL: origin,
    // So tall that the whole thread is on screen.
    viewport: { width: 1000, height: 4_000 },
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin, localStorage: [{ name: 'token', value: person.token }] }] },
  });
  return {
    person,
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
