import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import { postProject } from '@sangam/testing/post-project';
import { asha, bina, chitra, dev, server, stageForEachTest } from '@sangam/testing/stage';
import type { TestMember } from '@sangam/testing/test-server';
import { describe, expect, it } from 'vitest';

stageForEachTest(['Asha', 'Bina', 'Chitra', 'Dev']);

const post = (fields: object = {}): Promise<number> => postProject(server, asha, { max_members: 4, ...fields });
const ask = async (member: TestMember, project_id: number, fields: object = {}): Promise<number> =>
  (await server.call('POST /api/project-requests', member.token, { project_id, ...fields })).body.data.request.id;
const decide = (id: number, body: object) => server.call(`PUT /api/project-requests/${id}/status`, asha.token, body);
const decided = async (query = '', member = asha) =>
  (await server.call(`GET /api/project-requests/decided${query}`, member.token)).body.data;

describe('the decided requests of a creator', () => {
  it('show outcome, reason, message and answers, newest first, without pending requests', async () => {
    const project = await post({ questions: ['Why?'] });
    const answers = [{ question: 'Why?', answer: 'Because' }];
    const first = await ask(bina, project, { message: 'Let me in', answers });
    await decide(first, { status: 'rejected', reason: 'other_skills', word: 'Sorry' });
    const second = await ask(chitra, project);
    await decide(second, { status: 'accepted' });
    const third = await ask(dev, project);
    await server.call(`DELETE /api/project-requests/${third}`, dev.token);
    await ask(dev, project);
    const { requests, total, has_more } = await decided();
    expect([total, has_more]).toEqual([3, false]);
    const decided_at = expect.any(String);
    expect(requests).toMatchObject([
      { id: third, status: 'withdrawn', decided_at },
      { id: second, status: 'accepted', user_name: 'Chitra', decided_at },
      {
        id: first,
        status: 'rejected',
        user_name: 'Bina',
        message: 'Let me in',
        answers,
        decided_at,
        decline_reason: 'other_skills',
        end_word: 'Sorry',
        reopen_until: decided_at,
      },
    ]);
    expect(await decided('', bina)).toMatchObject({ requests: [], total: 0 });
  });

  it('leave the list when they are reopened, and can be limited to one project', async () => {
    const [project, other] = [await post(), await post()];
    const [first, second] = [await ask(bina, project), await ask(bina, other)];
    for (const id of [first, second]) await decide(id, { status: 'rejected' });
    expect((await decided(`?project_id=${other}`)).requests).toMatchObject([{ id: second }]);
    await server.call(`POST /api/project-requests/${first}/reopen`, asha.token);
    expect(await decided()).toMatchObject({ requests: [{ id: second }], total: 1 });
  });

  it('come in pages', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const id = await ask(bina, await post());
      await decide(id, { status: 'rejected' });
      ids.unshift(id);
    }
    const page = await decided('?limit=3');
    expect(page).toMatchObject({ total: 5, has_more: true });
    const below = await decided(`?limit=3&before=${page.requests.at(-1).id}`);
    expect(below).toMatchObject({ total: 5, has_more: false });
    expect([...page.requests, ...below.requests].map(({ id }) => id)).toEqual(ids);
  });

  it('say that a seat offer was declined', async () => {
    const project = await post();
    const id = await ask(bina, project);
    await server.call(`PUT /api/project-requests/${id}/line`, asha.token);
    await server.call(`PUT /api/project-requests/${id}/offer`, bina.token, { status: 'declined' });
    expect((await decided()).requests).toMatchObject([{ id, status: 'withdrawn', offer_declined: true }]);
  });

  it('include those of a blocked applicant, and those of an erased one without the name', async () => {
    const project = await post();
    for (const member of [bina, chitra]) await decide(await ask(member, project), { status: 'rejected' });
    await server.call(`PUT /api/blocks/${bina.id}`, asha.token);
    await server.database.pool.query('UPDATE users SET name = $1, deleted_at = now() WHERE id = $2', [
      FORMER_MEMBER,
      chitra.id,
    ]);
    expect((await decided()).requests).toMatchObject([
      { user_name: FORMER_MEMBER, user_gone: true },
      { user_name: 'Bina' },
    ]);
  });

  it('move with the project, and leave out the seats that a transfer swaps', async () => {
    const project = await post();
    await decide(await ask(bina, project), { status: 'accepted' });
    const rejected = await ask(chitra, project);
    await decide(rejected, { status: 'rejected' });
    await server.call(`PUT /api/projects/${project}/offer`, asha.token, { user_id: bina.id });
    await server.call(`PUT /api/projects/${project}/offer/status`, bina.token, { status: 'accepted' });
    expect(await decided()).toMatchObject({ requests: [], total: 0 });
    expect(await decided('', bina)).toMatchObject({ requests: [{ id: rejected }], total: 1 });
  });
});
