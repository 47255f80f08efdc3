import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { sharedTestServer } from './servers.js';

const name = 'محمد عبد الرحمن الأنصاري عبد الكريم الشريف';
const words = 'مرحبا! هل يمكننا اللقاء غدا في المكتبة بعد المحاضرة الأولى أو الثانية؟';

const server = await sharedTestServer();
const [asha, writer] = [await server.signUp('Asha Verma'), await server.signUp(name)];
await server.api(writer, 'POST /api/messages', { receiver_id: asha.id, content: words });

/** Whether the box that cuts a text shows its first letter but not its last. */
const isCutAtEnd = (text: Locator) =>
  text.evaluate((element) => {
    const node = element.firstChild as Text;
    const box = element.closest('.truncate')?.getBoundingClientRect();
    const isSeen = (at: number): boolean => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const letter = range.getBoundingClientRect();
      return box !== undefined && letter.left >= box.left - 1 && letter.right <= box.right + 1;
    };
    return isSeen(0) && !isSeen(node.length - 1);
  });

it('a right-to-left text is cut at its end in the list of conversations and in the bell', async () => {
  const { page } = await server.actor(asha, '/messages', { viewport: { width: 320, height: 640 } });
  const list = page.getByRole('link', { name });
  await list.waitFor();
  expect(await isCutAtEnd(list.getByText(words))).toBe(true);
  await page.getByRole('button', { name: /^New messages/u }).click();
  const bell = page.getByRole('dialog', { name: 'New messages' });
  await bell.getByText(words).waitFor();
  expect(await isCutAtEnd(bell.getByText(words))).toBe(true);
});

it('a right-to-left name in a link is cut at its end', async () => {
  const { page } = await server.actor(asha, `/messages/${writer.id}`, { viewport: { width: 320, height: 640 } });
  const heading = page.getByRole('heading', { name });
  await heading.waitFor();
  expect(await isCutAtEnd(heading.locator('bdi'))).toBe(true);
});
