/** Content for the screenshots of conversations, created by REST on top of the demo: a reply, reactions, a picture, code, a pin. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { createDemo } from '../demo.js';
import type { Account } from '../test-server.js';

type Demo = Awaited<ReturnType<typeof createDemo>>;

const WIREFRAME = `<body style="margin:0;padding:24px;box-sizing:border-box;height:100vh;background:#1f2937;font:600 20px sans-serif;color:#e5e7eb">
  Attendance today
  <div style="display:grid;grid-template-columns:2fr 1fr;gap:16px;margin-top:16px;height:calc(100% - 44px)">
    <div style="background:#374151;border-radius:12px"></div>
    <div style="display:grid;gap:16px"><i style="background:#f2a93b;border-radius:12px"></i><i style="background:#374151;border-radius:12px"></i></div>
  </div></body>`;

/** Two members talk about a wireframe. */
export async function talkOver({ server, browser }: Demo, asha: Account, rohan: Account): Promise<void> {
  const insist = async (answer: Response): Promise<void> => {
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
  };
  const write = async (by: Account, content: string, beside: object = {}): Promise<number> => {
    const receiver_id = (by === asha ? rohan : asha).id;
    const body = { receiver_id, content, client_id: randomUUID(), ...beside };
    return (await server.call(by, 'POST /api/messages', { body })).data.seq;
  };
  /** `call`: the method, and the path below the message's. */
  const act = async (by: Account, seq: number, call: `${'PUT' | 'PATCH'} ${string}`, body: object) => {
    const message = `/api/messages/conversation/${(by === asha ? rohan : asha).id}/${seq}`;
    await insist(await server.api(by, call.replace(' ', ` ${message}`), { client_id: randomUUID(), ...body }));
  };
  const upload = async (by: Account, name: string, content: Buffer): Promise<string> => {
    const id = randomUUID();
    await server.call(by, 'POST /api/attachments', { body: { id, name, bytes: content.length } });
    const headers = { authorization: `Bearer ${by.token}`, 'content-type': 'application/octet-stream' };
    const to = `${server.url}/api/attachments/${id}/content?offset=0`;
    await insist(await fetch(to, { method: 'PUT', headers, body: new Uint8Array(content) }));
    return id;
  };
  const page = await browser.newPage({ viewport: { width: 960, height: 480 } });
  await page.setContent(WIREFRAME);
  const wireframe = await page.screenshot();
  await page.close();

  const plan = await write(asha, 'Before Saturday: **one page**, no login, and it must work on old phones.');
  const drawn = await write(rohan, 'How about this?', {
    attachment_ids: [await upload(rohan, 'wireframe.png', wireframe)],
  });
  await act(asha, drawn, 'PUT /reactions', { emoji: '👍' });
  await act(rohan, drawn, 'PUT /reactions', { emoji: '👍' });
  await act(asha, drawn, 'PUT /reactions', { emoji: '🎉' });
  await write(asha, 'Yes! The button right of it wants `aria-label="Scan"`.', { reply_to: drawn });
  const sent = await write(rohan, 'Done. Builds in 4 s');
  await act(rohan, sent, 'PATCH ', { content: 'Done. It builds in 4 s:\n```\nnpm run build\n```' });
  await act(asha, plan, 'PUT /pin', {});
  for (const seq of [plan, drawn, sent]) await act(asha, seq, 'PUT /saved', {});
}

/** The list of saved messages. */
export async function openSaved(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Saved messages' }).click();
  await page.getByRole('button', { name: 'Remove from saved' }).first().waitFor();
}

/** Waits until all parts of the messages have loaded, including the picture. */
export async function showWhole(page: Page): Promise<void> {
  await page.locator('code', { hasText: 'npm run build' }).waitFor();
  await page.getByText('🎉').waitFor();
  await page.getByRole('region', { name: 'Pinned' }).waitFor();
  await page.waitForFunction(() => [...document.images].every((image) => image.complete && image.naturalWidth > 0));
}
