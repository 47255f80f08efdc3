import { newPerson, server, setOauthStage, viaGoogle } from '@sangam/testing/oauth/providers';
import type { TestMember } from '@sangam/testing/test-server';
import { describe, expect, it } from 'vitest';
import { isReserved } from './refused-names.js';
import { looksLike, skeleton } from './skeleton.js';

setOauthStage();

let signUps = 0;
const signUp = (name: string) => {
  signUps += 1;
  const body = { name, email: `name${signUps}@example.org`, password: 'Zq-7kvxw' };
  return server.call('POST /api/auth/signup', null, body);
};
const rename = ({ token }: Pick<TestMember, 'token'>, name: string) =>
  server.call('PUT /api/users/profile', token, { name, college: 'IIT', skills: ['Go'] });
const refused = { status: 400, body: { code: 'INVALID', errors: [{ field: 'name' }] } };

describe('a skeleton', () => {
  it.each([
    ['Cyrillic', 'Ѕаngаm', 'Sangam'],
    ['full-width', 'Ｓａｎｇａｍ', 'Sangam'],
    ['mathematical', '𝐒𝐚𝐧𝐠𝐚𝐦', 'Sangam'],
    ['two letters for one', 'Sangarn', 'Sangam'],
    ['invisible', 'San\u200bgam', 'Sangam'],
  ])('is the same for %s letters', (_, imitation, name) => expect(skeleton(imitation)).toBe(skeleton(name)));

  it('differs for names that look different, and treats capital I like small l', () => {
    expect(looksLike('Asha Rao', 'Usha Rao')).toBe(false);
    expect(looksLike('राम', 'रमा')).toBe(false);
    expect(looksLike('lla Sen', 'Ila Sen')).toBe(true);
    expect(looksLike('ASHA-RAO', 'Asha Rao')).toBe(true);
  });
});

it.each([
  ...[
    'Former member',
    'former  MEMBER',
    'Fоrmеr mеmbеr',
    'Former-Member',
    'Förmer member',
    'Ｆｏｒｍｅｒ ｍｅｍｂｅｒ',
  ],
  ...['ꜱᴀɴɢᴀᴍ', 'ᴍᴏᴅᴇʀᴀᴛᴏʀ', 'ꜰᴏʀᴍᴇʀ ᴍᴇᴍʙᴇʀ'],
  ...['Sangam', 'SANGAM', 'Ѕangam', 'Sangarn', 'S.a.n.g.a.m', 'Sangam team', 'The Sangam Team', 'Sangam_Support'],
  ...['Moderator', 'Mοderator', 'Moderators', 'Support team', 'Administrator', 'Sangam moderator', 'Deleted user'],
  ...['Asha Rao (Moderator)', 'Mοderator: Asha', 'Asha, ᴀᴅᴍɪɴɪꜱᴛʀᴀᴛᴏʀ', 'Asha – moderators', 'Asha | moderator | Rao'],
])('%s is reserved', (name) => expect(isReserved(name)).toBe(true));

it.each([
  ...[
    'Sangam Kumar',
    'Sangamesh',
    'Team Rocket',
    'Asha',
    'Member 7',
    'Mod',
    'Li',
    'राम',
    '王芳',
    'علی\u200cرضا',
    '👩\u200d💻 Asha',
  ],
  ...['Theo', 'Former President', 'Help Rao', 'Security', 'Moderato', 'Meena Moderator', 'M. Moderator'],
])('%s is a name', (name) => expect(isReserved(name)).toBe(false));

describe('a member', () => {
  it.each(['Former\u2060 member', 'Sаngam', 'Sangam\u034f team', '\u202eSangam', 'Tеam'])(
    'cannot be called %j at sign-up or later',
    async (name) => {
      expect(await signUp(name)).toMatchObject(refused);
      expect(await rename(await server.signUp(), name)).toMatchObject(refused);
    },
  );

  it('has a name without invisible characters, but with the joiners that its script needs', async () => {
    for (const [typedName, stored] of [
      ['As\u200bha\u00ad  Ra\u2060o\u3164', 'Asha Rao'],
      ['علی\u200cرضا', 'علی\u200cرضا'],
      ['क्\u200dष', 'क्\u200dष'],
    ] as const) {
      expect((await signUp(typedName)).body.user.name).toBe(stored);
      expect((await rename(await server.signUp(), typedName)).body.user.name).toBe(stored);
    }
    expect(await signUp('\u200b\u2060')).toMatchObject(refused);
  });

  it("cannot take a name that looks like a current moderator's, who can keep it", async () => {
    const moderator = await server.signUp('Vikram Iyer');
    const namesake = await server.signUp('Vikram Iyer');
    const moderators = (sql: string) => server.database.pool.query(sql, [moderator.id]);
    await moderators('INSERT INTO moderators (user_id, by_setting) VALUES ($1, false)');
    for (const name of ['Vikram Iyer', 'Vіkram Іyer', 'VIKRAM IYER', 'Ｖikram lyer', 'Vikram\u200b Iyer'])
      expect(await signUp(name), name).toMatchObject(refused);
    expect((await rename(moderator, 'Vikram Iyer')).status).toBe(200);
    expect((await rename(namesake, 'Vikram Iyer')).status, 'a name from before').toBe(200);
    expect((await rename(namesake, 'Vikram lyer')).status).toBe(400);
    await moderators('DELETE FROM moderators WHERE user_id = $1');
    expect((await signUp('Vikram Iyer')).status).toBe(201);
  });

  it('gets another name if the provider’s is reserved or invisible', async () => {
    for (const [name, email, shown] of [
      ['Ѕangam', 'priya@example.org', 'priya'],
      ['\u200b', 'rahul@example.org', 'rahul'],
      ['Sangam team', 'moderator@example.org', 'New member'],
      ['Dev\u2060 Anand', 'dev@example.org', 'Dev Anand'],
    ] as const)
      expect((await viaGoogle(newPerson({ name, email }).subject)).body.user.name).toBe(shown);
  });
});
