import type { Project } from '@sangam/shared/projects/projects';
import { requestServerLimits } from '@sangam/shared/requests/limits';
import { stoppedClock } from '@sangam/testing/clocks';
import { passTimeBeforeJobs } from '@sangam/testing/jobs-done';
import { asha, bina, chitra, dev, server, stageForFile } from '@sangam/testing/stage';
import type { TestMember } from '@sangam/testing/test-server';
import { describe, expect, it } from 'vitest';

const clock = stoppedClock();
stageForFile(['Asha', 'Bina', 'Chitra', 'Dev'], { clock, timings: { jobs: { pollMs: 100 } } });

const call = (by: TestMember, name: string, body?: object) => server.call(name, by.token, body);
const backend = { name: 'Backend', seats: 1, skills: ['Go', 'SQL'] };
const design = { name: 'Design', seats: 1 };

async function create(roles: object[], max_members = 4): Promise<Project & { ids: number[] }> {
  const body = { title: 'Rover', description: 'On Mars', category: 'other', max_members, roles };
  const { project } = (await call(asha, 'POST /api/projects', body)).body.data;
  return { ...project, ids: (project.roles ?? []).map(({ id }: { id: number }) => id) };
}
const ask = (by: TestMember, project_id: number, more: object = {}) =>
  call(by, 'POST /api/project-requests', { project_id, ...more });
const askFor = async (by: TestMember, project_id: number, more: object = {}): Promise<number> =>
  (await ask(by, project_id, more)).body.data.request.id;
const decide = (id: number, status = 'accepted') => call(asha, `PUT /api/project-requests/${id}/status`, { status });
const edit = (id: number, body: object) => call(asha, `PATCH /api/projects/${id}`, body);
const mine = async (by: TestMember, id: number) =>
  (await call(by, 'GET /api/project-requests/mine')).body.data.requests.find((each: { id: number }) => each.id === id);
const page = async (id: number) => (await call(bina, `GET /api/projects/${id}`)).body;

describe('the roles of a project', () => {
  it('are shown with their seats everywhere, and only where there are any', async () => {
    const { id, ids, roles } = await create([backend, { ...design, name: '  Design ' }]);
    const [first, second] = ids;
    expect(roles).toEqual([
      { id: first, ...backend, taken: 0 },
      { id: second, ...design, taken: 0, skills: [] },
    ]);
    expect((await page(id)).project.roles).toEqual(roles);
    const listed: Project[] = (await call(bina, 'GET /api/projects')).body.data.projects;
    expect(listed.find((each) => each.id === id)?.roles).toEqual(roles);
    expect((await create([])).roles ?? null).toBeNull();
  });

  it('are edited as a whole: renamed, added, removed, and ordered by the creator', async () => {
    const { id, ids } = await create([backend, design]);
    const [first, second] = ids;
    const next = [
      { id: second, name: 'Product design', seats: 1 },
      { name: 'Writing', seats: 1, skills: ['English'] },
    ];
    const { roles } = (await edit(id, { roles: next })).body.data.project;
    expect(roles).toMatchObject([
      { id: second, name: 'Product design' },
      { name: 'Writing', skills: ['English'] },
    ]);
    expect((await edit(id, { title: 'Moon' })).body.data.project.roles).toEqual(roles);
    expect(await edit(id, { roles: [{ id: first, ...backend }] })).toMatchObject({
      status: 409,
      body: { code: 'ROLES_CHANGED' },
    });
    expect((await edit(id, { roles: [] })).body.data.project.roles).toBeUndefined();
  });

  it.each([
    ['roles.0.name', [{ name: ' \u200b', seats: 1 }]],
    ['roles.1.name', [backend, { ...design, name: 'backend' }]],
    ['roles.0.name', [{ name: 'x'.repeat(41), seats: 1 }]],
    ['roles.0.seats', [{ name: 'Backend', seats: 0 }]],
    ['roles.0.seats', [{ name: 'Backend', seats: 20 }]],
    ['roles.0.skills', [{ ...backend, skills: ['1', '2', '3', '4', '5', '6'] }]],
    ['roles', Array.from({ length: 9 }, (_, n) => ({ name: `R${n}`, seats: 1 }))],
    ['roles', [{ name: 'Backend', seats: 4 }]],
  ])('refuses an invalid %s, in a new project and in an edit', async (field, roles) => {
    const fields = { title: 'Rover', description: 'On Mars', category: 'other', max_members: 4 };
    const refused = { status: 400, body: { code: 'INVALID', errors: [{ field }] } };
    expect(await call(asha, 'POST /api/projects', { ...fields, roles })).toMatchObject(refused);
    const { id } = await create([]);
    expect(await edit(id, { roles })).toMatchObject(refused);
  });

  it('are found by their skills', async () => {
    const { id } = await create([{ ...backend, skills: ['Clojure'] }]);
    const found: Project[] = (await call(bina, 'GET /api/projects?skill=clojure')).body.data.projects;
    expect(found.map((each) => each.id)).toEqual([id]);
    await edit(id, { roles: [] });
    expect((await call(bina, 'GET /api/projects?skill=clojure')).body.data.projects).toEqual([]);
  });

  it('never lose a seat that is taken', async () => {
    const { id, ids } = await create([{ ...backend, seats: 2 }]);
    const role = { id: ids[0], ...backend };
    await decide(await askFor(bina, id, { role_id: ids[0] }));
    expect(await edit(id, { roles: [] })).toMatchObject({ status: 400, body: { errors: [{ field: 'roles' }] } });
    const { message } = (await edit(id, { roles: [design] })).body;
    expect(message).toBe('1 seat of “Backend” is taken or offered. Keep the role until it is free.');
    await decide(await askFor(chitra, id, { role_id: ids[0] }));
    expect(await edit(id, { roles: [{ ...role, seats: 1 }] })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'roles.0.seats' }] },
    });
    // Of the other seats, one is the creator's and one Dev's.
    await decide(await askFor(dev, id));
    expect(await edit(id, { roles: [role, design] })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'roles.0.seats' }] },
    });
    expect(await edit(id, { roles: [{ ...role, seats: 2 }, design] })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'roles' }] },
    });
    expect((await edit(id, { roles: [{ ...role, seats: 2 }, design], max_members: 5 })).status).toBe(200);
    expect(await edit(id, { max_members: 4 })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'max_members' }] },
    });
    await call(chitra, `DELETE /api/projects/${id}/members/me`);
    expect((await edit(id, { roles: [{ ...role, seats: 1 }, design] })).status).toBe(200);
  });
});

describe('a request for a role', () => {
  it('takes a seat of that role, and a request without a role takes a seat without one', async () => {
    const { id, ids } = await create([backend], 3);
    const request = await askFor(bina, id, { role_id: ids[0] });
    expect(await mine(bina, request)).toMatchObject({ role_id: ids[0], role_name: 'Backend' });
    const incoming = (await call(asha, `GET /api/project-requests/incoming?project_id=${id}`)).body.data.requests;
    expect(incoming).toMatchObject([{ id: request, role_name: 'Backend' }]);
    expect((await page(id)).my_join_request).toMatchObject({ role_id: ids[0], role_name: 'Backend' });
    await decide(request);
    expect((await page(id)).project.roles).toMatchObject([{ taken: 1 }]);
    expect((await page(id)).team).toEqual([
      { id: asha.id, name: 'Asha' },
      { id: bina.id, name: 'Bina', role_id: ids[0], role_name: 'Backend' },
    ]);
    expect(await ask(chitra, id, { role_id: ids[0] })).toMatchObject({
      status: 409,
      body: { code: 'PROJECT_FULL', message: 'No seat is free for the role “Backend”.' },
    });
    const unnamed = await askFor(chitra, id);
    expect((await decide(unnamed)).status).toBe(200);
    expect(await mine(chitra, unnamed)).not.toHaveProperty('role_id');
    expect((await page(id)).project).toMatchObject({ current_members: 3 });
  });

  it('is refused for a role that the project does not have', async () => {
    const { id, ids } = await create([backend]);
    const other = await create([design]);
    for (const role_id of [other.ids[0], 999_999])
      expect(await ask(bina, id, { role_id })).toMatchObject({ status: 409, body: { code: 'ROLES_CHANGED' } });
    await edit(id, { roles: [] });
    expect(await ask(bina, id, { role_id: ids[0] })).toMatchObject({ body: { code: 'ROLES_CHANGED' } });
  });

  it("can't be accepted once the role's seats are taken, even if others are free", async () => {
    const { id, ids } = await create([backend], 5);
    const requests = [await askFor(bina, id, { role_id: ids[0] }), await askFor(chitra, id, { role_id: ids[0] })];
    expect((await decide(requests[0] ?? 0)).status).toBe(200);
    expect(await decide(requests[1] ?? 0)).toMatchObject({ status: 409, body: { code: 'PROJECT_FULL' } });
  });

  it('waits for a seat of its role, on a waitlist of its own', async () => {
    const { id, ids } = await create([backend, design], 4);
    const [role_id, otherRole] = ids;
    await decide(await askFor(bina, id, { role_id }));
    const first = await askFor(chitra, id, { role_id, waitlist: true });
    await call(asha, `PUT /api/project-requests/${first}/line`);
    expect(await mine(chitra, first)).toMatchObject({ place: 1, role_name: 'Backend' });
    // Another seat is taken and freed, but it isn't one of the role's.
    const unnamed = await askFor(dev, id);
    await decide(unnamed);
    await call(dev, `DELETE /api/projects/${id}/members/me`);
    expect(await mine(chitra, first)).toMatchObject({ place: 1 });
    await call(bina, `DELETE /api/projects/${id}/members/me`);
    expect((await mine(chitra, first)).offered_until).toBeDefined();
    expect((await page(id)).project.roles).toMatchObject([
      { taken: 0, offered: 1 },
      { id: otherRole, taken: 0 },
    ]);
    expect(await edit(id, { roles: [{ id: otherRole, ...design }] })).toMatchObject({
      status: 400,
      body: { message: '1 seat of “Backend” is taken or offered. Keep the role until it is free.' },
    });
    await call(chitra, `PUT /api/project-requests/${first}/offer`, { status: 'accepted' });
    expect((await page(id)).project.roles).toMatchObject([{ taken: 1 }, { taken: 0 }]);
  });

  it('becomes a request without a role when its role is removed, on the waitlist as well, and stays in history', async () => {
    const { id, ids } = await create([{ ...backend, seats: 1 }], 2);
    const [role_id] = ids;
    const rejected = await askFor(dev, id, { role_id });
    await decide(rejected, 'rejected');
    const pending = await askFor(bina, id, { role_id });
    const waiting = await askFor(chitra, id, { waitlist: true });
    await call(asha, `PUT /api/project-requests/${waiting}/line`);
    expect(await mine(chitra, waiting)).toMatchObject({ place: 1 });
    expect((await edit(id, { roles: [] })).status).toBe(200);
    expect(await mine(bina, pending)).not.toHaveProperty('role_name');
    // Its seat is now one without a role.
    expect((await mine(chitra, waiting)).offered_until).toBeDefined();
    expect(await mine(dev, rejected)).toMatchObject({ role_name: 'Backend' });
    expect(await decide(pending)).toMatchObject({ body: { code: 'PROJECT_FULL' } });
    clock.atMs += requestServerLimits.seatOfferMs;
    expect((await decide(pending)).status).toBe(200);
  });

  it('gets a seat without a role if its role is removed after the preceding seat offer has expired', async () => {
    const { id, ids } = await create([backend], 2);
    const [role_id] = ids;
    await decide(await askFor(bina, id, { role_id }));
    const waiting = [
      await askFor(chitra, id, { role_id, waitlist: true }),
      await askFor(dev, id, { role_id, waitlist: true }),
    ] as const;
    for (const request of waiting) await call(asha, `PUT /api/project-requests/${request}/line`);
    await call(bina, `DELETE /api/projects/${id}/members/me`);
    await passTimeBeforeJobs(server.database, clock, requestServerLimits.seatOfferMs);
    expect((await edit(id, { roles: [] })).status).toBe(200);
    expect(await mine(chitra, waiting[0])).toMatchObject({ ended_by: 'offer_lapsed' });
    const next = await mine(dev, waiting[1]);
    expect(next).toMatchObject({ offered_until: expect.any(String) });
    expect(next).not.toHaveProperty('role_name');
    expect((await call(dev, `PUT /api/project-requests/${waiting[1]}/offer`, { status: 'accepted' })).status).toBe(200);
  });

  it('reopens a request for a removed role without a role', async () => {
    const { id, ids } = await create([backend]);
    const request = await askFor(bina, id, { role_id: ids[0] });
    await decide(request, 'rejected');
    await edit(id, { roles: [] });
    const { body } = await call(asha, `POST /api/project-requests/${request}/reopen`);
    expect(body.data.request).not.toHaveProperty('role_id');
    expect(body.data.request.status).toBe('pending');
  });

  it('keeps its seat and its role through a transfer of the project', async () => {
    const { id, ids } = await create([backend], 3);
    await decide(await askFor(bina, id, { role_id: ids[0] }));
    await call(asha, `PUT /api/projects/${id}/offer`, { user_id: bina.id });
    await call(bina, `PUT /api/projects/${id}/offer/status`, { status: 'accepted' });
    expect((await page(id)).team).toMatchObject([
      { id: bina.id, role_name: 'Backend' },
      { id: asha.id, name: 'Asha' },
    ]);
    expect((await page(id)).project.roles).toMatchObject([{ taken: 1 }]);
    await call(bina, `PUT /api/projects/${id}/offer`, { user_id: asha.id });
    await call(asha, `PUT /api/projects/${id}/offer/status`, { status: 'accepted' });
    const [request] = (await call(bina, 'GET /api/project-requests/mine')).body.data.requests;
    expect(request).toMatchObject({ project_id: id, status: 'accepted', role_name: 'Backend' });
  });

  it('is renamed with its role, so that a refresh fetches it', async () => {
    const { id, ids } = await create([backend]);
    const request = await askFor(bina, id, { role_id: ids[0] });
    const version = async () => (await call(bina, 'GET /api/refresh')).body.data.my_requests.version;
    const before = await version();
    await edit(id, { roles: [{ id: ids[0], ...backend, name: 'Server' }] });
    expect(await mine(bina, request)).toMatchObject({ role_name: 'Server' });
    expect(await version()).not.toBe(before);
  });
});
