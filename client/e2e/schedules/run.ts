import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@sangam/testing/eventually';
import type { OwnTestServer } from '../servers.js';
import type { Account, TestServer } from '../test-server.js';
import { type Desk, type Device, load, on, openDesk, openTab } from './actors.js';
import { faultsIn, type Outcome } from './check.js';
import { type DeviceName, devices, type PlannedStep, type Side, type Step, sideOf } from './plan.js';

/** Time from the last repair until all screens must be correct: a dead connection is noticed after 15 s, a hung read after 30 s. */
const SETTLED_WITHIN_MS = 60_000;
/** A step is skipped if the network blocks it for this long. */
const PATIENCE_MS = 1_500;
const LOADED_WITHIN_MS = 10_000;
/** Interval between checks, since reading all screens costs the browsers time. */
const TRY_EVERY_MS = 300;

export interface Report {
  written: number;
  /** Time from the last repair until all screens were correct. */
  settledMs: number;
}

/** Plays one schedule in real browsers. Throws an error that lists promises still broken after the last repair. */
export async function play(server: OwnTestServer, seed: number, plan: readonly PlannedStep[]): Promise<Report> {
  const [asha, bina] = await Promise.all([server.signUp(`Asha ${seed}`), server.signUp(`Bina ${seed}`)]);
  const written: Outcome['written'] = [{ member: asha.id, text: 'hello' }];
  await server.api(asha, 'POST /api/messages', { receiver_id: bina.id, content: 'hello' });
  const desks: Record<Side, Desk> = {
    pair: await openDesk(server, asha, bina),
    single: await openDesk(server, bina, asha),
  };
  try {
    const tabs = {} as Record<DeviceName, Device>;
    await Promise.all(
      devices.map(async (name) => {
        tabs[name] = await openTab(name, sideOf(name), desks[sideOf(name)]);
        await on(tabs[name]).row(desks[sideOf(name)].other.name).click();
        await on(tabs[name]).composer.waitFor();
      }),
    );
    for (const { step, thenMs } of plan) {
      await carryOut(step, { server, tabs, desks, written });
      await sleep(thenMs);
    }
    const healedMs = Date.now();
    const all = Object.values(tabs);
    for (const device of all) await bringBack(device);
    const settled = () =>
      eventually(
        async () => {
          const faults = faultsIn(await observe(server, all, [asha, bina], written));
          if (faults.length > 0) throw new Error(faults.join('\n'));
        },
        SETTLED_WITHIN_MS,
        TRY_EVERY_MS,
      );
    await settled();
    const settledMs = Date.now() - healedMs;
    // Opens the conversation everywhere, so that both members have read everything.
    for (const device of all) await look(device, SETTLED_WITHIN_MS);
    await eventually(
      async () => {
        for (const { id, unread } of await unreadOf(server, [asha, bina]))
          if (unread > 0) throw new Error(`member ${id} has the conversation on screen, and ${unread} unread`);
      },
      SETTLED_WITHIN_MS,
      TRY_EVERY_MS,
    );
    await settled();
    const odd = all.flatMap((device) => device.faults);
    if (odd.length > 0) throw new Error(`on the console: ${odd.join('\n')}`);
    return { written: written.length, settledMs };
  } finally {
    for (const desk of Object.values(desks)) await desk.close();
  }
}

/** Reloads a page that failed to load, or whose script was cut off, as a person would. */
const bringBack = (device: Device): Promise<void> =>
  eventually(
    async () => {
      if (device.dead || (await device.page.locator('#root:empty').count()) > 0) await load(device);
      await on(device).bell.waitFor({ timeout: LOADED_WITHIN_MS });
      // A load that was given up may have finished after all.
      device.dead = false;
    },
    SETTLED_WITHIN_MS,
    TRY_EVERY_MS,
  );

interface Scene {
  server: OwnTestServer;
  tabs: Record<DeviceName, Device>;
  desks: Record<Side, Desk>;
  written: Outcome['written'];
}

async function carryOut(step: Step, { server, tabs, desks, written }: Scene): Promise<void> {
  switch (step.do) {
    case 'write':
      for (let n = 0; n < step.count; n += 1) await write(tabs[step.device], written);
      return;
    case 'look':
      return look(tabs[step.device]);
    case 'away':
      return away(tabs[step.device]);
    case 'reload':
      return load(tabs[step.device]);
    case 'crash': {
      const { name, side, desk } = tabs[step.device];
      await crash(tabs[step.device]);
      tabs[step.device] = await openTab(name, side, desk);
      return;
    }
    case 'fail':
      return desks[step.side].fail(step.fault);
    case 'heal':
      return desks[step.side].heal(step.cut);
    case 'cut':
      return desks[step.side].proxy.cut();
    case 'kill':
      return server.kill();
    case 'restart':
      return server.restart();
  }
}

/** Opens the conversation. Gives up on slow parts, as a person would. */
async function look(device: Device, timeout = PATIENCE_MS): Promise<void> {
  if (device.dead) return;
  const { composer, row } = on(device);
  if ((await composer.count()) > 0) return;
  const patient = { timeout };
  try {
    await device.page.getByRole('link', { name: 'Messages', exact: true }).first().click(patient);
    await row(device.desk.other.name).click(patient);
    await composer.waitFor(patient);
  } catch (error) {
    if (!String(error).includes('Timeout')) throw error;
  }
}

async function away({ page, dead }: Device): Promise<void> {
  if (dead) return;
  const link = page.getByRole('link', { name: 'Dashboard', exact: true }).first();
  if (await link.isVisible()) await link.click();
}

async function write(device: Device, written: Outcome['written']): Promise<void> {
  await look(device);
  const { composer } = on(device);
  if (device.dead || (await composer.count()) === 0) return;
  const text = `${device.name} ${written.length}`;
  await composer.fill(text);
  await composer.press('Enter');
  written.push({ member: device.desk.account.id, text });
}

async function crash({ page, desk, dead }: Device): Promise<void> {
  if (!dead) {
    const session = await desk.context.newCDPSession(page);
    const gone = page.waitForEvent('crash');
    // The crashed page can't answer the call.
    session.send('Page.crash').catch(() => undefined);
    await gone;
  }
  await page.close();
}

async function observe(
  server: TestServer,
  tabs: readonly Device[],
  members: readonly Account[],
  written: Outcome['written'],
): Promise<Outcome> {
  const [asha, bina] = members as [Account, Account];
  const { data } = await server.call(asha, 'GET /api/messages/conversation/:userId', {
    params: { userId: bina.id },
    query: { limit: 200 },
  });
  const counts = new Map((await unreadOf(server, members)).map(({ id, unread }) => [id, unread]));
  const outcome: Outcome = { written, stored: data.messages, screens: [], unread: [], waiting: [] };
  for (const device of tabs) {
    const { bell, composer, texts } = on(device);
    const { name } = device;
    const shown = Number(/\d+/u.exec((await bell.textContent()) ?? '')?.[0] ?? 0);
    outcome.unread.push({ device: name, shown, stored: counts.get(device.desk.account.id) ?? 0 });
    if ((await composer.count()) > 0) outcome.screens.push({ device: name, texts: await texts() });
    const keys = await device.page.evaluate(() => Object.keys(localStorage));
    outcome.waiting.push({ device: name, count: keys.filter((key) => key.startsWith('outbox:')).length });
  }
  return outcome;
}

const unreadOf = (server: TestServer, members: readonly Account[]): Promise<{ id: number; unread: number }[]> =>
  Promise.all(
    members.map(async (person) => {
      const { data } = await server.call(person, 'GET /api/messages/unread-count');
      return { id: person.id, unread: data.unread_count };
    }),
  );
