import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { eventually } from '@sangam/testing/eventually';
import { asha, server, stageForFile } from '@sangam/testing/stage';
import type { TestMember } from '@sangam/testing/test-server';
import { expect, it } from 'vitest';

stageForFile(['Asha']);

const two = ['Why this?', 'How much time?'];
const post = (questions?: unknown) =>
  server.call('POST /api/projects', asha.token, { title: 'Rover', description: 'D', category: 'other', questions });
const project = async (questions?: string[]): Promise<number> => (await post(questions)).body.data.project.id;
const edit = (id: number, questions: string[]) => server.call(`PATCH /api/projects/${id}`, asha.token, { questions });
const ask = (by: TestMember, project_id: number, answers?: unknown) =>
  server.call('POST /api/project-requests', by.token, { project_id, answers });
const answered = (questions: string[], answer = 'Yes') => questions.map((question) => ({ question, answer }));
const requestsOf = async (member: TestMember, which: 'incoming' | 'mine'): Promise<JoinRequest[]> =>
  (await server.call(`GET /api/project-requests/${which}`, member.token)).body.data.requests;

it('shows answers to both sides with the questions as they were asked, even if they change later', async () => {
  const bina = await server.signUp('Bina');
  const socket = await server.connect(asha);
  const received: JoinRequest[] = [];
  socket.on('join-request:created', (request) => received.push(request));
  const id = await project(['  Why this? ', 'How much time?', 'Why this?']);
  expect((await server.call(`GET /api/projects/${id}`)).body.project.questions).toEqual(two);
  const sent = await ask(bina, id, [
    { question: 'Why this?', answer: '  It\r\nflies. ' },
    { question: 'How much time?', answer: 'Weekends' },
  ]);
  const answers = [
    { question: 'Why this?', answer: 'It\nflies.' },
    { question: 'How much time?', answer: 'Weekends' },
  ];
  expect(sent).toMatchObject({ status: 201, body: { data: { request: { answers } } } });
  await eventually(() => expect(received).toEqual([sent.body.data.request]));
  expect((await edit(id, ['Which tools?'])).body.data.project.questions).toEqual(['Which tools?']);
  const of = (found: JoinRequest[]) => found.find((each) => each.project_id === id)?.answers;
  expect(of(await requestsOf(asha, 'incoming'))).toEqual(answers);
  expect(of(await requestsOf(bina, 'mine'))).toEqual(answers);
  const refreshed = async (member: TestMember) => (await server.call('GET /api/refresh', member.token)).body.data;
  expect(of((await refreshed(asha)).incoming_requests.data.requests)).toEqual(answers);
  expect(of((await refreshed(bina)).my_requests.data.requests)).toEqual(answers);
});

it('shows an answer only to the two sides', async () => {
  const [bina, other] = [await server.signUp('Bina'), await server.signUp('Devi')];
  const id = await project(two);
  const socket = await server.connect(other);
  const received: unknown[] = [];
  socket.onAny((...event) => received.push(event));
  await new Promise((resolve) => socket.emit('project:watch', { list: true, project_id: id }, resolve));
  const sent = await ask(bina, id, answered(two, 'My secret'));
  const path = `PUT /api/project-requests/${sent.body.data.request.id}/status`;
  await server.call(path, asha.token, { status: 'accepted' });
  await eventually(() => expect(JSON.stringify(received)).toContain('project:updated'));
  const seen = [received];
  for (const token of [null, other.token])
    for (const call of [`GET /api/projects/${id}`, 'GET /api/projects'])
      seen.push((await server.call(call, token)).body);
  for (const call of ['GET /api/refresh', 'GET /api/project-requests/incoming'])
    seen.push((await server.call(call, other.token)).body);
  expect(JSON.stringify(seen)).not.toContain('My secret');
});

it('accepts requests without answers from clients that don’t know about questions', async () => {
  const { status, body } = await ask(await server.signUp(), await project(two));
  expect([status, body.data.request.status, body.data.request.answers]).toEqual([201, 'pending', undefined]);
});

it('refuses answers to other questions than the project’s, and stores nothing', async () => {
  const bina = await server.signUp('Bina');
  const [id, none] = [await project(two), await project()];
  for (const questions of [[], ['Why this?'], two.toReversed(), ['Why this?', 'how much time?']])
    expect((await ask(bina, id, answered(questions))).body.code, String(questions)).toBe('QUESTIONS_CHANGED');
  expect((await ask(bina, none, answered(two))).body.code).toBe('QUESTIONS_CHANGED');
  expect(await requestsOf(bina, 'mine')).toEqual([]);
  expect((await ask(bina, none, [])).status).toBe(201);
});

it('refuses a blank, too long or malformed answer with an error at its field', async () => {
  const bina = await server.signUp('Bina');
  const id = await project(['Why?']);
  const fieldOf = async (answers: unknown) => (await ask(bina, id, answers)).body.errors?.[0].field;
  expect(await fieldOf(answered(['Why?'], ' \u200b '))).toBe('answers.0.answer');
  expect(await fieldOf(answered(['Why?'], 'x'.repeat(501)))).toBe('answers.0.answer');
  expect(await fieldOf([{ question: 'Why?' }])).toBe('answers.0.answer');
  expect(await fieldOf(['Why?'])).toBe('answers.0');
  expect(await fieldOf(answered(['a', 'b', 'c', 'd']))).toBe('answers');
  expect((await ask(bina, id, answered(['Why?'], '👍'.repeat(500)))).status).toBe(201);
});

it('allows a project three questions of 200 characters, and erases them with the project', async () => {
  const fieldOf = async (questions: unknown) => (await post(questions)).body.errors?.[0].field;
  expect(await fieldOf(['a', 'b', 'c', 'd'])).toBe('questions');
  expect(await fieldOf(['x'.repeat(201)])).toBe('questions.0');
  expect(await fieldOf('Why?')).toBe('questions');
  const id = await project(['a', 'b', 'x'.repeat(200)]);
  await server.call(`DELETE /api/projects/${id}`, asha.token);
  const { db } = server.database;
  expect(await db.selectFrom('projects').select('questions').where('id', '=', id).execute()).toEqual([
    { questions: [] },
  ]);
});
