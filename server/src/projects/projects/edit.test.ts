import type { Project } from '@sangam/shared/projects/projects';
import { eventually } from '@sangam/testing/eventually';
import { type AddedMember, addMembers } from '@sangam/testing/members';
import { asha, bina, server, stageForFile } from '@sangam/testing/stage';
import { describe, expect, it } from 'vitest';

stageForFile(['Asha', 'Bina']);

const fields = {
  title: 'Solar drone',
  description: 'Flies on sunlight.',
  category: 'other',
  required_skills: ['Go'],
  timeline: 'Spring',
  max_members: 4,
};
const created = async (): Promise<Project> =>
  (await server.call('POST /api/projects', asha.token, fields)).body.data.project;
const edit = (id: number, body: object, by = asha) => server.call(`PATCH /api/projects/${id}`, by.token, body);
const stored = async (id: number): Promise<Project> => (await server.call(`GET /api/projects/${id}`)).body.project;

describe('PATCH /api/projects/:id', () => {
  it('changes and cleans the named fields, leaves the others, and updates everybody who has the project open', async () => {
    const { id } = await created();
    const socket = await server.connect(bina);
    const received: Project[] = [];
    socket.on('project:updated', (project) => received.push(project));
    await new Promise((resolve) => socket.emit('project:watch', { list: false, project_id: id }, resolve));

    const { status, body } = await edit(id, { title: '  Lunar drone ', required_skills: ['SQL', 'sql', ' '] });
    expect(status).toBe(200);
    expect(body.data.project).toMatchObject({ ...fields, title: 'Lunar drone', required_skills: ['SQL'] });
    await eventually(() => expect(received).toEqual([body.data.project]));
    expect((await server.call('GET /api/projects?search=lunar')).body.data.projects).toEqual([body.data.project]);
    expect((await edit(id, { timeline: null })).body.data.project.timeline).toBeNull();
  });

  it('updates its creator, its team and everybody with a pending request or invitation, on any page', async () => {
    const { id } = await created();
    const [applicant, fan, invited, queued, mate, rejected] = await addMembers(server.database, 6, server.jwtSecret);
    if (!applicant || !fan || !invited || !queued || !mate || !rejected) throw new Error('No members were added.');
    await server.database.pool.query('UPDATE users SET listed = true, active_on = current_date');
    const ask = async (by: AddedMember) =>
      (await server.call('POST /api/project-requests', by.token, { project_id: id })).body.data.request.id;
    const decide = async (by: AddedMember, status: string) =>
      server.call(`PUT /api/project-requests/${await ask(by)}/status`, asha.token, { status });
    const invite = ({ id: user_id }: AddedMember) =>
      server.call(`POST /api/projects/${id}/invitations`, asha.token, { user_id });
    await Promise.all([ask(applicant), server.call(`POST /api/projects/${id}/connect`, fan.token), invite(invited)]);
    await Promise.all([invite(queued), decide(mate, 'accepted'), decide(rejected, 'rejected')]);
    await server.database.pool.query('UPDATE invitations SET delivered_at = NULL WHERE member_id = $1', [queued.id]);
    const received: string[] = [];
    for (const [name, by] of Object.entries({ asha, applicant, fan, invited, queued, mate, rejected })) {
      const socket = await server.connect(by);
      for (const event of ['project:updated', 'project:mine'] as const)
        socket.on(event, ({ title }) => received.push(`${name} ${event} ${title}`));
    }
    await edit(id, { title: 'Lunar drone' });
    await eventually(() => expect(received).toHaveLength(5));
    // Earlier updates would arrive before this one.
    await edit(id, { title: 'Solar drone' });
    await eventually(() =>
      expect(received.toSorted()).toEqual(
        ['applicant', 'asha', 'fan', 'invited', 'mate'].flatMap((name) =>
          ['Lunar drone', 'Solar drone'].map(
            (title) => `${name} ${name === 'asha' ? 'project:mine' : 'project:updated'} ${title}`,
          ),
        ),
      ),
    );
  });

  it('keeps both changes when two tabs change different fields at once', async () => {
    const { id } = await created();
    await Promise.all([edit(id, { title: 'First tab' }), edit(id, { category: 'ai-ml' }), edit(id, {})]);
    expect(await stored(id)).toMatchObject({ ...fields, title: 'First tab', category: 'ai-ml' });
  });

  it.each([
    ['title', { title: ' \u200b ' }],
    ['description', { description: '' }],
    ['title', { title: 'x'.repeat(121) }],
    ['max_members', { max_members: 21 }],
    ['max_members', { max_members: 1 }],
    ['category', { category: 'cooking' }],
    ['required_skills', { required_skills: 'Go' }],
    ['creator_id', { creator_id: 1 }],
    ['member_count', { member_count: 1 }],
  ])('refuses an invalid %s with an error at its field, and changes nothing', async (field, wrong) => {
    const { id } = await created();
    const { status, body } = await edit(id, { timeline: 'Autumn', ...wrong });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'INVALID', errors: [{ field }] });
    expect(await stored(id)).toMatchObject(fields);
  });

  it('never has fewer seats than members', async () => {
    const { id } = await created();
    for (const member of [bina, await server.signUp('Chitra')]) {
      const requested = await server.call('POST /api/project-requests', member.token, { project_id: id });
      const path = `PUT /api/project-requests/${requested.body.data.request.id}/status`;
      await server.call(path, asha.token, { status: 'accepted' });
    }
    expect(await edit(id, { title: 'Smaller', max_members: 2 })).toMatchObject({
      status: 400,
      body: { code: 'INVALID', errors: [{ field: 'max_members' }] },
    });
    expect(await stored(id)).toMatchObject({ title: fields.title, max_members: 4 });
    expect((await edit(id, { max_members: 3 })).status).toBe(200);
  });

  it('is allowed to the creator only', async () => {
    const { id } = await created();
    expect(await edit(id, { title: 'Mine' }, bina)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await edit(999_999, { title: 'None' })).toMatchObject({ status: 404, body: { code: 'PROJECT_NOT_FOUND' } });
    expect(await stored(id)).toMatchObject(fields);
  });
});
