import type { Body, Reply, TestMember, TestServer } from '@sangam/testing/test-server';
import { cases } from './sent-again-cases.js';
import type { Case, Write } from './sent-again-scenes.js';

interface Row extends Omit<Case, 'of'> {
  name: Write;
  title: string;
}

/** Every case of every call. */
export const rows: Row[] = Object.entries(cases).flatMap(([name, entry]) =>
  typeof entry === 'string'
    ? []
    : entry.map(({ of, ...row }) => ({ name: name as Write, title: of ? `${name}, ${of}` : name, ...row })),
);

interface PreparedCall {
  by: TestMember | null;
  /** Makes the call, by default as its own sender and with its own body. */
  send(sender?: TestMember | null, body?: Body): Promise<Reply>;
}

/** Prepares a call between members whom no other row uses. */
export async function preparedCall(
  { name, prepare }: Row,
  server: TestServer,
  moderator: TestMember,
): Promise<PreparedCall> {
  const [asha, bina] = [await server.signUpConfirmed(), await server.signUpConfirmed()];
  await server.database.pool.query('UPDATE users SET listed = true, active_on = current_date');
  const { by, params = {}, query = '', body } = await prepare({ server, asha, bina, moderator });
  const path = name.replace(/:(\w+)/gu, (_, key: string) => String(params[key])) + query;
  return { by, send: (sender = by, sent = body) => server.call(path, sender?.token, sent) };
}
