import { randomUUID } from 'node:crypto';
import { eventually } from '@sangam/testing/eventually';
import { startTestServer } from '@sangam/testing/test-server';
import { expect, it } from 'vitest';

it('ends a long-polling connection that does not fetch its events (R10.4)', { timeout: 60_000 }, async () => {
  await using server = await startTestServer();
  const [asha, bina] = [await server.signUp(), await server.signUp()];
  const sender = await server.connect(asha);
  const address = `${server.url}/socket.io/?EIO=4&transport=polling`;
  const { sid } = JSON.parse((await (await fetch(address)).text()).slice(1)) as { sid: string };
  await fetch(`${address}&sid=${sid}`, { method: 'POST', body: `40${JSON.stringify({ token: bina.token })}` });
  expect(await (await fetch(`${address}&sid=${sid}`)).text()).toMatch(/^40/u);
  const content = 'x'.repeat(4_000);
  const send = () => sender.emitWithAck('message:send', { receiver_id: bina.id, content, client_id: randomUUID() });
  for (let round = 0; round < 3; round += 1) await Promise.all(Array.from({ length: 100 }, send));
  await eventually(async () => expect((await fetch(`${address}&sid=${sid}`)).status).toBe(400));
});
