import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { chat } from './chat-page.js';
import type { Account, TestServer } from './test-server.js';

/** The text of a message with a picture and a file, sent by the first of the two to the other. */
const WORDS = 'Mine, with a picture';

/** Uploads a member's picture or file. Returns its id. */
export async function uploadFile(server: TestServer, from: Account, name: string, content: Buffer): Promise<string> {
  const id = crypto.randomUUID();
  await server.api(from, 'POST /api/attachments', { id, name, bytes: content.length });
  await fetch(new URL(`/api/attachments/${id}/content?offset=0`, server.url), {
    method: 'PUT',
    headers: { authorization: `Bearer ${from.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(content),
  });
  return id;
}

/** Has one member send another a message with a picture and a file. */
export async function writeWithFiles(server: TestServer, from: Account, to: Account): Promise<void> {
  const picture = await sharp({ create: { width: 800, height: 500, channels: 3, background: '#3a7' } })
    .png()
    .toBuffer();
  const files = [
    { name: 'wireframe.png', content: picture },
    { name: 'notes.txt', content: Buffer.from('Notes') },
  ];
  const ids: string[] = [];
  for (const { name, content } of files) ids.push(await uploadFile(server, from, name, content));
  await server.api(from, 'POST /api/messages', { receiver_id: to.id, content: WORDS, attachment_ids: ids });
}

const bubble = (page: Page) => page.locator(`[data-message="${WORDS}"]`);

/** Opens that message's menu, with a mouse or a finger, and chooses an item. */
const choose =
  (...names: (string | RegExp)[]) =>
  async (page: Page): Promise<void> => {
    // Waits until the member's address has redirected to the conversation's.
    await page.waitForURL('**/messages/c/*');
    await bubble(page).getByText(WORDS).click();
    // On touch, the tap has already opened the menu; a second press would close it.
    const isTouched = await page.evaluate(() => window.matchMedia('(pointer: coarse)').matches);
    if (!isTouched)
      await bubble(page)
        .getByRole('button', { name: /^Actions for/u })
        .click();
    await page.getByRole('menu', { name: 'Message' }).waitFor();
    for (const name of names) await page.getByRole('menuitem', { name }).click();
  };

/** The panels that open in a thread, each with the content to wait for. */
export const messageStates = [
  { act: choose(), shows: (page: Page) => page.getByRole('menu', { name: 'Message' }), isPopover: true },
  { act: choose('More emoji'), shows: (page: Page) => page.getByRole('dialog').getByRole('gridcell') },
  { act: choose('Delete…'), shows: (page: Page) => page.getByRole('dialog', { name: 'Delete this message?' }) },
  { act: choose('Edit'), shows: (page: Page) => page.getByRole('button', { name: 'Cancel edit' }) },
  {
    act: (page: Page) => page.getByRole('button', { name: 'View picture wireframe.png' }).click(),
    shows: (page: Page) => page.getByRole('dialog', { name: 'wireframe.png' }),
  },
  {
    async act(page: Page) {
      await chat({ page }).composer.waitFor();
      const file = {
        name: 'a long name of a file that was chosen.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('x'),
      };
      await page.locator('input[type=file]').setInputFiles([file, { ...file, name: 'b.txt' }]);
    },
    shows: (page: Page) => page.getByRole('list', { name: 'Attached' }),
  },
];
