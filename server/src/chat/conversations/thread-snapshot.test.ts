import { startTestServer } from '@sangam/testing/test-server';
import { expect, it } from 'vitest';

it("answers no message beyond the thread's last_seq, however many are sent meanwhile", {
  timeout: 60_000,
}, async () => {
  await using server = await startTestServer();
  const [asha, bina] = [await server.signUp('Asha'), await server.signUp('Bina')];
  const send = () => server.call('POST /api/messages', asha.token, { receiver_id: bina.id, content: 'hello' });
  await send();
  let sending = true;
  const sends = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (sending) await send();
    }),
  );
  try {
    for (let round = 0; round < 6; round += 1) {
      const threads = await Promise.all(
        Array.from({ length: 4 }, () => server.call(`GET /api/messages/conversation/${asha.id}`, bina.token)),
      );
      for (const { body } of threads) {
        expect(body.data.messages.at(-1).seq).toBe(body.data.last_seq);
      }
    }
  } finally {
    sending = false;
    await sends;
  }
});
