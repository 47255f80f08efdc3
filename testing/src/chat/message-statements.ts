import { recordStatements } from '../database/statements.js';
import type { AddedMember } from '../members.js';
import type { TestServer } from '../test-server.js';

/** Returns the statements for a message to this member. An earlier message makes the server look up the conversation before. */
export async function messageStatements(
  { app }: Pick<TestServer, 'app'>,
  from: Pick<AddedMember, 'token'>,
  to: Pick<AddedMember, 'id'>,
): Promise<string[]> {
  const send = async () => {
    const { statusCode } = await app.fastify.inject({
      method: 'POST',
      url: '/api/messages',
      headers: { authorization: `Bearer ${from.token}` },
      payload: { receiver_id: to.id, content: 'Hi' },
    });
    if (statusCode !== 201) throw new Error(`the message was answered with ${statusCode}`);
  };
  await send();
  const { statements } = await recordStatements(send);
  return statements.map(({ text }) => text);
}
