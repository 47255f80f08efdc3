import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Project } from '@sangam/shared/projects/projects';
import { joinTeam } from '@sangam/testing/chat/team';
import { eventually } from '@sangam/testing/eventually';
import { asha, bina, server, stageForFile } from '@sangam/testing/stage';
import type { TestMember } from '@sangam/testing/test-server';
import { notFoundBy, searchCases } from '@sangam/testing/words/cases';
import { describe, expect, it } from 'vitest';
import { clientBuild } from '../../platform/http/pages.js';

stageForFile(['Asha Rao', 'Bina']);

const fields = { title: 'Solar drone', description: 'Flies on sunlight.', category: 'other' };
const create = (by: TestMember, body: object = {}) =>
  server.call('POST /api/projects', by.token, { ...fields, ...body });
const created = async (by: TestMember, body: object = {}): Promise<Project> =>
  (await create(by, body)).body.data.project;
const titles = async (query: string): Promise<string[]> => {
  const { body } = await server.call(`GET /api/projects?${query}`);
  return body.data.projects.map((project: Project) => project.title);
};

describe('POST /api/projects', () => {
  it('stores the cleaned fields, and returns them as lists show them', async () => {
    const { status, body } = await create(asha, {
      title: '  Solar\u0007 drone \u202e ',
      description: ' Two\r\nlines ',
      required_skills: [' React ', '', '  ', 'react', 'C, C++'],
      timeline: '  ',
      max_members: 2,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ success: true, message: 'Project created successfully!' });
    expect(body.data.project).toMatchObject({
      title: 'Solar  drone',
      description: 'Two\nlines',
      required_skills: ['React', 'C, C++'],
      timeline: null,
      max_members: 2,
      current_members: 1,
      member_count: 1,
      creator_id: asha.id,
      creator_name: 'Asha Rao',
    });
    expect((await created(asha)).max_members).toBe(5);
  });

  it('creates one project per key and member, even when called twice at once', async () => {
    const path = `POST /api/projects?client_id=${randomUUID()}`;
    const [one, other] = [await server.signUp(), await server.signUp()];
    const call = async (by: TestMember) => (await server.call(path, by.token, fields)).body.data.project;
    const [first, atOnce] = await Promise.all([call(one), call(one)]);
    expect(await call(one)).toEqual(first);
    expect(atOnce).toEqual(first);
    expect((await call(other)).id).not.toBe(first.id);
    const { body } = await server.call('GET /api/projects/mine', one.token);
    expect(body.data.projects).toHaveLength(1);
    expect((await server.call('POST /api/projects?client_id=no-key', one.token, fields)).status).toBe(400);
  });

  it.each([
    ['title', 'blank', { title: ' \u200b ' }],
    ['description', 'blank', { description: '\n\t ' }],
    ['title', 'too long', { title: 'x'.repeat(121) }],
    ['description', 'too long', { description: 'x'.repeat(4_001) }],
    ['description', 'with a NUL', { description: 'NUL \0' }],
    ['description', 'half a character', { description: '\ud800' }],
    ['title', 'a number', { title: 5 }],
    ['category', 'not in the list', { category: 'cooking' }],
    ['category', 'missing', { category: undefined }],
    ['max_members', 'too small', { max_members: 1 }],
    ['max_members', 'too large', { max_members: 21 }],
    ['max_members', 'not whole', { max_members: 2.5 }],
    ['max_members', 'text', { max_members: '5' }],
    ['max_members', 'null', { max_members: null }],
    ['required_skills', 'too many', { required_skills: Array.from({ length: 51 }, (_, n) => `s${n}`) }],
    ['required_skills.0', 'nested', { required_skills: [['nested']] }],
    ['required_skills', 'text', { required_skills: 'React, Node' }],
    ['timeline', 'too long', { timeline: 'x'.repeat(121) }],
    ['creator_id', 'of another member', { creator_id: 1 }],
  ])('refuses, with an error at its field, a %s that is %s', async (field, _what, wrong) => {
    const { status, body } = await create(asha, wrong);
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, code: 'INVALID', errors: [{ field }] });
  });

  it('is shown to everybody who has the list open, only after the commit', async () => {
    const socket = await server.connect(bina);
    const received: Project[] = [];
    socket.on('project:created', (project) => received.push(project));
    await new Promise((resolve) => socket.emit('project:watch', { list: true, project_id: null }, resolve));
    const project = await created(asha, { title: 'Heard of' });
    await eventually(() => expect(received).toEqual([project]));
    await create(asha, { title: ' ' });
    expect(received).toHaveLength(1);
  });
});

describe('GET /api/projects', () => {
  it('finds a part of the title, the description or the creator’s name, in any case', async () => {
    await create(bina, { title: 'Kabaddi ÉCOLE', description: 'Tracks raids', category: 'data-science' });
    expect(await titles('search=kABAD')).toEqual(['Kabaddi ÉCOLE']);
    expect(await titles('search=école')).toEqual(['Kabaddi ÉCOLE']);
    expect(await titles('search=cks%20RAI')).toEqual(['Kabaddi ÉCOLE']);
    expect(await titles('search=%20BINA%20')).toEqual(['Kabaddi ÉCOLE']);
    expect(await titles('search=kabaddi&category=data-science')).toEqual(['Kabaddi ÉCOLE']);
    expect(await titles('search=kabaddi&category=other')).toEqual([]);
    // A match never spans two fields.
    expect(await titles('search=raidsbina')).toEqual([]);
  });

  it('finds the projects that require a skill, in any case, also after a rename', async () => {
    const devi = await server.signUp('Devi');
    await create(devi, { title: 'Night bus radio', required_skills: ['ReScript Native', 'Sound'] });
    expect(await titles('search=rescript')).toEqual(['Night bus radio']);
    expect(await titles('search=sound%20native')).toEqual(['Night bus radio']);
    // A match never spans two skills, or the name and a skill.
    expect(await titles('search=ative%20sound')).toEqual([]);
    expect(await titles('search=devirescript')).toEqual([]);
    await server.call('PUT /api/users/profile', devi.token, { name: 'Devika', college: 'IIT', skills: ['Go'] });
    expect(await titles('search=RESCRIPT%20native')).toEqual(['Night bus radio']);
  });

  it('finds projects by other spellings of a skill', async () => {
    await create(asha, { title: 'Wrote k8s', required_skills: ['K8s', 'Elm'] });
    await create(asha, { title: 'Wrote Kubernetes', required_skills: ['Kubernetes'] });
    await create(asha, { title: 'K8sish', required_skills: ['Kubernetes operators'] });
    expect(await titles('search=kubernetes')).toEqual(['Wrote Kubernetes', 'K8sish', 'Wrote k8s']);
    expect(await titles('search=k8s')).toEqual(['Wrote k8s', 'K8sish', 'Wrote Kubernetes']);
    expect(await titles('skill=K8S')).toEqual(['Wrote Kubernetes', 'Wrote k8s']);
    expect(await titles('skill=elm')).toEqual(['Wrote k8s']);
    expect(await titles('skill=kubernetes&search=elm&category=other')).toEqual(['Wrote k8s']);
    expect(await titles('skill=kube')).toEqual([]);
  });

  it('leaves out full, closed and finished projects with open_seats', async () => {
    const skill = 'Zither';
    const [full, closed] = [
      await created(asha, { title: 'Full', required_skills: [skill], max_members: 2 }),
      await created(asha, { title: 'Closed', required_skills: [skill] }),
    ];
    await create(asha, { title: 'Open', required_skills: [skill] });
    const requested = await server.call('POST /api/project-requests', bina.token, { project_id: full.id });
    const path = `PUT /api/project-requests/${requested.body.data.request.id}/status` as const;
    await server.call(path, asha.token, { status: 'accepted' });
    await server.call(`PUT /api/projects/${closed.id}/state`, asha.token, { state: 'closed' });
    expect(await titles('skill=zither')).toEqual(['Open', 'Closed', 'Full']);
    expect(await titles('skill=zither&open_seats=yes')).toEqual(['Open']);
    expect(await titles('skill=&open_seats=yes&search=full')).toEqual([]);
  });

  it('shows members, but not visitors, their latest request to each listed project', async () => {
    const [esha, farid] = [await server.signUp('Esha'), await server.signUp('Farid')];
    const [first, second] = [await created(bina, { title: 'Quiz A' }), await created(bina, { title: 'Quiz B' })];
    const ask = async ({ id: project_id }: Project) =>
      (await server.call('POST /api/project-requests', esha.token, { project_id })).body.data.request;
    await server.call(`DELETE /api/project-requests/${(await ask(first)).id}`, esha.token);
    const repeated = await ask(first);
    const one = await ask(second);
    const rejected = await server.call(`PUT /api/project-requests/${one.id}/status`, bina.token, {
      status: 'rejected',
    });
    expect(rejected.status).toBe(200);
    const listed = async (token: string | null, query = 'search=quiz') =>
      (await server.call(`GET /api/projects?${query}`, token)).body.data.my_join_requests;
    const shownRequest = ({ id, project_id, created_at }: typeof one, further: object) => ({
      id,
      project_id,
      created_at,
      ...further,
    });
    const { ask_again_at } = rejected.body.data.request;
    const declined = shownRequest(one, { status: 'rejected', ask_again_at });
    expect(await listed(esha.token)).toEqual([declined, shownRequest(repeated, { status: 'pending' })]);
    expect(await listed(esha.token, 'search=quiz%20a')).toEqual([shownRequest(repeated, { status: 'pending' })]);
    // After a second withdrawal the member can't ask again at once.
    await server.call(`DELETE /api/project-requests/${repeated.id}`, esha.token);
    const [mine] = (await server.call('GET /api/project-requests/mine', esha.token)).body.data.requests.filter(
      ({ id }: { id: number }) => id === repeated.id,
    );
    expect(mine.ask_again_at).toEqual(expect.any(String));
    expect(await listed(esha.token, 'search=quiz%20a')).toEqual([
      shownRequest(repeated, { status: 'withdrawn', ask_again_at: mine.ask_again_at }),
    ]);
    expect(await listed(farid.token)).toEqual([]);
    expect(await listed(null)).toBeUndefined();
  });

  it('searches for %, _ and \\ literally', async () => {
    await create(bina, { title: '100%_sure\\now' });
    expect(await titles('search=100%25_sure')).toEqual(['100%_sure\\now']);
    expect(await titles('search=e%5Cn')).toEqual(['100%_sure\\now']);
    expect(await titles('search=1%25e')).toEqual([]);
    expect(await titles('search=1__%25')).toEqual([]);
  });

  it('lists titles before skills, creators and descriptions, whole words before parts, and newer ones first', async () => {
    const mess = await server.signUp('Mess Verma');
    const other = await server.signUp('Oviya');
    const made: [TestMember, string, object][] = [
      [other, 'Text part', { description: 'Sends a message' }],
      [other, 'Text whole', { description: 'Food of the mess' }],
      [mess, 'By name', {}],
      [other, 'Skill', { required_skills: ['Mess planning'] }],
      [other, 'Old messenger', {}],
      [other, 'Messenger', {}],
      [other, 'Hostel mess menu', {}],
      [other, 'Mess menu', {}],
      [other, 'Nothing', {}],
    ];
    for (const [member, title, fields] of made.toReversed())
      await create(member, { title, description: 'D', ...fields });
    const ranked = [
      ...['Hostel mess menu', 'Mess menu', 'Old messenger', 'Messenger'],
      ...['Skill', 'By name', 'Text whole', 'Text part'],
    ];
    expect(await titles('search=mess')).toEqual(ranked);
    const paged: string[] = [];
    for (let before = ''; ; ) {
      const { projects, has_more } = (await server.call(`GET /api/projects?search=mess&limit=3${before}`)).body.data;
      paged.push(...projects.map(({ title }: Project) => title));
      if (!has_more) break;
      before = `&before=${projects.at(-1).id}`;
    }
    expect(paged).toEqual(ranked);
    expect(await titles('search=menu%20mess')).toEqual(['Hostel mess menu', 'Mess menu']);
    expect(await titles('search=ssenge')).toEqual(['Old messenger', 'Messenger']);
  });

  it('finds one or two letters, at the start of a word first, and following signs as typed', async () => {
    const writer = await server.signUp('Writer');
    for (const title of ['Xzar', 'Axza', 'X++ tools', 'Xt tools', 'Tools ⊕'])
      await create(writer, { title, description: 'D' });
    const found = (search: string) => titles(`search=${encodeURIComponent(search)}`);
    expect(await found('xz')).toEqual(['Xzar', 'Axza']);
    expect(await found('xza')).toEqual(['Xzar', 'Axza']);
    expect((await found('x')).slice(0, 4)).toEqual(['X++ tools', 'Xt tools', 'Xzar', 'Axza']);
    expect(await found('X++')).toEqual(['X++ tools']);
    expect(await found('to x')).toEqual(['X++ tools', 'Xt tools']);
    expect(await found('⊕')).toEqual(['Tools ⊕']);
  });

  it('finds titles, skills and descriptions as in the cases shared with the client', async () => {
    const writer = await server.signUp('Writer');
    for (const [, text] of [...searchCases, ...notFoundBy]) await create(writer, { title: text, description: 'D' });
    const found = (search: string) => titles(`limit=100&search=${encodeURIComponent(search)}`);
    for (const [search, text] of searchCases)
      expect([search, await found(search)]).toEqual([search, expect.arrayContaining([text])]);
    for (const [search, text] of notFoundBy.filter(([, title]) => title !== 'wireframe'))
      expect([search, (await found(search)).includes(text)]).toEqual([search, false]);
  });

  it('finds a renamed creator by the new name, never by the old one', async () => {
    const chitra = await server.signUp('Chitra Old');
    await create(chitra, { title: 'Chess' });
    const profile = { name: 'Chitra New', college: 'IIT', skills: ['Go'] };
    await server.call('PUT /api/users/profile', chitra.token, profile);
    expect(await titles('search=chitra%20new')).toEqual(['Chess']);
    expect(await titles('search=chitra%20old')).toEqual([]);
    expect((await server.call('GET /api/projects?search=chess')).body.data.projects[0].creator_name).toBe('Chitra New');
  });

  it('finds the new name even when a rename and a new project happen at once', async () => {
    const dev = await server.signUp('Dev 0');
    for (let round = 1; round <= 5; round += 1) {
      const profile = { name: `Dev ${round}`, college: 'IIT', skills: ['Go'] };
      await Promise.all([
        server.call('PUT /api/users/profile', dev.token, profile),
        create(dev, { title: `Meeting ${round}` }),
        create(dev, { title: `Meeting ${round}` }),
      ]);
      expect(await titles(`search=dev%20${round}`)).toHaveLength(round * 2);
    }
  });

  it('pages newest first without gaps or repeats', async () => {
    for (let n = 0; n < 7; n += 1) await create(asha, { title: `Blockchain ${n}`, category: 'blockchain' });
    const seen: string[] = [];
    let before = '';
    for (;;) {
      const { body } = await server.call(`GET /api/projects?category=blockchain&limit=3${before}`);
      seen.push(...body.data.projects.map((project: Project) => project.title));
      if (!body.data.has_more) break;
      before = `&before=${body.data.projects.at(-1).id}`;
    }
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `Blockchain ${n}`));
  });

  it('lists only the visible ones of the given ids, with the member’s own requests', async () => {
    const [first, second, third] = [await created(asha), await created(asha), await created(asha)];
    await server.call('POST /api/project-requests', bina.token, { project_id: third.id });
    await server.call(`DELETE /api/projects/${second.id}`, asha.token);
    const ids = [first, second, third].map(({ id }) => id).join(',');
    const { body } = await server.call(`GET /api/projects?ids=${ids},999999999`, bina.token);
    expect(body.data.projects.map(({ id }: Project) => id)).toEqual([third.id, first.id]);
    expect(body.data.my_join_requests).toMatchObject([{ project_id: third.id, status: 'pending' }]);
    expect(body.data.has_more).toBe(false);
  });

  it.each([
    'ids=',
    'ids=1,',
    'ids=0',
    'ids=1,x',
    `ids=${'9'.repeat(16)}`,
    `ids=${Array.from({ length: 51 }, (_, n) => n + 1).join()}`,
    'limit=0',
    'limit=-1',
    'limit=101',
    'limit=1e1',
    'before=0',
    'category=all',
    'search=a&search=b',
    'page=2',
    'open_seats=no',
  ])('refuses ?%s', async (query) => expect((await server.call(`GET /api/projects?${query}`)).status).toBe(400));
});

describe('GET /api/projects/:id', () => {
  it('shows each reader only the fields they may see', async () => {
    const knowing = { name: 'Asha Rao', college: 'IIT', skills: ['Watercolour'] };
    await server.call('PUT /api/users/profile', asha.token, knowing);
    const { id } = await created(asha);
    await server.call(`POST /api/projects/${id}/connect`, bina.token);
    await server.call('POST /api/project-requests', bina.token, { project_id: id });
    const seenBy = async (member: TestMember | null) =>
      (await server.call(`GET /api/projects/${id}`, member?.token)).body;

    const visitor = await seenBy(null);
    expect(visitor).toMatchObject({ is_member: false, my_connection: null, my_join_request: null, connections: [] });
    expect(visitor.team).toEqual([]);
    expect(visitor.project).toMatchObject({ id, creator_name: 'Asha Rao', creator_email: null, skills_needed: [] });
    expect(JSON.stringify(visitor)).not.toContain('@');

    const requester = await seenBy(bina);
    expect(requester).toMatchObject({ is_member: false, connections: [] });
    expect(requester.my_connection.status).toBe('pending');
    expect(requester.my_join_request.status).toBe('pending');
    expect(JSON.stringify(requester)).not.toContain(bina.email);

    const other = await seenBy(await server.signUp('Esha'));
    expect(other).toMatchObject({ my_connection: null, my_join_request: null, connections: [] });
    expect(other.project.creator_email).toBe('');

    const creator = await seenBy(asha);
    expect(creator.is_member).toBe(true);
    expect(creator.team).toEqual([{ id: asha.id, name: 'Asha Rao' }]);
    expect(other.team).toEqual(creator.team);
    expect(creator.team_skills).toEqual(['Watercolour']);
    for (const answer of [visitor, requester, other]) expect(answer.team_skills).toBeUndefined();
    expect(creator.connections).toMatchObject([{ requester_id: bina.id, status: 'pending' }]);
  });

  it('answers 404 for an unknown project, 400 for an invalid id', async () => {
    expect((await server.call('GET /api/projects/999999')).body).toMatchObject({ code: 'PROJECT_NOT_FOUND' });
    for (const id of ['0', '-1', '1.5', '1e2', '0x10', '01', '%20', 'NaN', '9007199254740993', '__proto__'])
      expect((await server.call(`GET /api/projects/${id}`)).status, id).toBe(400);
  });

  it('answers JSON or the page on the path without /api, depending on `Accept`', async () => {
    const { id } = await created(asha);
    const call = (accept: string) => server.call(`GET /projects/${id}`, null, undefined, { accept });
    for (const accept of ['application/json', '*/*', 'text/html;q=0.5, application/json']) {
      const answer = await call(accept);
      expect(answer.body.project.id).toBe(id);
      expect(answer.headers.get('vary')).toMatch(/\bAccept\b/u);
    }
    const page = await call('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8');
    expect(page.headers.get('vary')).toMatch(/\bAccept\b/u);
    expect(page.headers.get('content-type')).toMatch(existsSync(clientBuild) ? /^text\/html/u : /^application\/json/u);
  });
});

describe('DELETE /api/projects/:id/members/me', () => {
  it('frees a member’s seat once, and never the creator’s', async () => {
    const { id } = await created(asha, { max_members: 2 });
    const leave = (member: TestMember) => server.call(`DELETE /api/projects/${id}/members/me`, member.token);
    expect(await leave(asha)).toMatchObject({ status: 403, body: { code: 'OWN_PROJECT' } });
    expect(await leave(bina)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });

    await joinTeam(server, id, asha, bina);
    const socket = await server.connect(asha);
    const updates: number[] = [];
    socket.on('project:updated', (project) => updates.push(project.current_members));
    await new Promise((resolve) => socket.emit('project:watch', { list: false, project_id: id }, resolve));
    expect(await leave(bina)).toMatchObject({ status: 200, body: { data: { project_id: id, current_members: 1 } } });
    expect((await leave(bina)).status).toBe(404);
    await eventually(() => expect(updates).toEqual([1]));
    expect((await server.call(`GET /api/projects/${id}`, bina.token)).body.is_member).toBe(false);
  });
});
