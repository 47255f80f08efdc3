/**
 * Content for the screenshots of roles, invitations, a team's conversation, message requests and moderation, created by REST on top of the
 * demo.
 */
import { randomUUID } from 'node:crypto';
import type { CallBody } from '@sangam/shared/app/calls';
import type { createDemo } from '../demo.js';
import type { Account } from '../test-server.js';

type Demo = Awaited<ReturnType<typeof createDemo>>;

/** The moderator on the screenshots' server. */
export const MODERATOR = 'meera@sangam.example';

export async function formTeams({ server, asha, signIn }: Demo) {
  const [rohan, meera, kabir, fatima, arjun] = [
    await signIn('rohan@sangam.example'),
    await signIn(MODERATOR),
    await signIn('kabir@sangam.example'),
    await signIn('fatima@sangam.example'),
    await signIn('arjun@sangam.example'),
  ];

  const festival = await server.postProject(asha, {
    title: 'Festival map without queues',
    description: 'A map of the college festival that shows how long each queue is. Volunteers count, the app tells.',
    category: 'web-development',
    required_skills: ['React', 'Maps'],
    max_members: 6,
    timeline: '5 weeks',
    questions: ['Which festivals have you helped at?'],
    roles: [
      { name: 'Backend developer', seats: 1, skills: ['Node.js', 'PostgreSQL'] },
      { name: 'Designer', seats: 1, skills: ['Illustration'] },
    ],
  });
  const answers = [{ question: 'Which festivals have you helped at?', answer: 'Two, as a volunteer at the gates.' }];
  const { project } = await server.call(asha, 'GET /api/projects/:id', { params: { id: festival } });
  const roleOf = (name: string) => project.roles?.find((role) => role.name === name)?.id;
  const ask = async (by: Account, message: string, role?: number): Promise<number> => {
    const body = { project_id: festival, message, answers, ...(role !== undefined && { role_id: role }) };
    return (await server.call(by, 'POST /api/project-requests', { body })).data.request.id;
  };
  const decide = (id: number, body: CallBody<'PUT /api/project-requests/:id/status'>) =>
    server.call(asha, 'PUT /api/project-requests/:id/status', { params: { id }, body });
  await decide(await ask(meera, 'I can draw the map.', roleOf('Designer')), { status: 'accepted' });
  await decide(await ask(rohan, 'I would love to count queues.'), { status: 'accepted' });
  const refused = await ask(fatima, 'An Android widget would fit well.');
  await decide(refused, { status: 'rejected', reason: 'other_skills', word: 'We begin on the web. Thank you!' });
  await ask(kabir, 'I have run the server of last year’s festival site.', roleOf('Backend developer'));
  await ask(arjun, 'I can build the 3D view of the main stage.');

  const { data } = await server.call(asha, 'GET /api/refresh');
  const team = data.teams?.data.teams.find(({ project_id }) => project_id === festival)?.conversation_id ?? 0;
  const say = (by: Account, content: string) =>
    server.call(by, 'POST /api/messages', {
      body: {
        conversation_id: team,
        content,
        client_id: randomUUID(),
        ...(content.startsWith(`@${asha.name}`) && { mentions: [{ user_id: asha.id, name: asha.name }] }),
      },
    });
  await say(asha, 'Welcome! The festival is in **five weeks**, so let’s keep it small.');
  await say(meera, 'First sketch of the map tonight. Which gates stay open?');
  await say(rohan, 'Gates 1 and 4. I counted 300 people in ten minutes last year.');
  await say(rohan, '@Asha Verma shall I write the counting page first?');
  await say(asha, 'Yes, please. One big button, and it must work offline.');
  await server.call(rohan, 'PUT /api/messages/c/:conversationId/read', { params: { conversationId: team } });

  await server.call(asha, 'POST /api/projects/:id/invitations', {
    params: { id: festival },
    body: { user_id: fatima.id, message: 'Join us for the second version?' },
  });

  // Asha's conversation with Fatima is the only one in the archive.
  const { data: thanks } = await server.call(asha, 'POST /api/messages', {
    body: { receiver_id: fatima.id, content: 'Thank you for asking!' },
  });
  await server.call(asha, 'PUT /api/messages/c/:conversationId/archive', {
    params: { conversationId: thanks.conversation_id ?? 0 },
    body: { seq: thanks.seq, client_id: randomUUID() },
  });

  const askFor = async (by: Account, project_id: number, message: string): Promise<number> =>
    (await server.call(by, 'POST /api/project-requests', { body: { project_id, message } })).data.request.id;
  const library = await server.postProject(asha, {
    title: 'Library seats at night',
    description: 'Shows which reading rooms still have a free seat.',
    category: 'web-development',
    required_skills: ['Go', 'React'],
    max_members: 3,
  });
  const reopened = await askFor(kabir, library, 'I can write the server in Go.');
  await decide(reopened, { status: 'rejected', reason: 'other_skills' });
  await server.call(asha, 'POST /api/project-requests/:id/reopen', { params: { id: reopened } });
  const withdrawn = await askFor(arjun, library, 'I would draw the rooms in 3D.');
  await server.call(arjun, 'DELETE /api/project-requests/:id', { params: { id: withdrawn } });
  const bicycles = await server.postProject(asha, {
    title: 'Shared bicycles',
    description: 'A map of the campus bicycles and who rides them now.',
    category: 'web-development',
    required_skills: ['Maps'],
    max_members: 3,
  });
  await decide(await askFor(meera, bicycles, 'I would love to draw the icons.'), { status: 'accepted' });
  await server.call(asha, 'PUT /api/projects/:id/offer', { params: { id: bicycles }, body: { user_id: meera.id } });

  const stranger = await server.signUp('Ravi Kumar');
  for (const content of ['Hello dear friend', 'Buy my course, only today: https://course.example'])
    await server.call(stranger, 'POST /api/messages', { body: { receiver_id: asha.id, content } });
  await server.call(asha, 'POST /api/reports', {
    body: {
      kind: 'message',
      id: stranger.id,
      seqs: [1, 2],
      reason: 'spam',
      words: 'He writes the same to everyone in my class.',
    },
  });
  await server.call(stranger, 'POST /api/reports', {
    body: {
      kind: 'project',
      id: festival,
      reason: 'other',
      words: 'It promises the app of the official festival team.',
    },
  });
  const suspend = async (): Promise<void> => {
    const { data: queue } = await server.call(meera, 'GET /api/moderation/reports');
    const ofRavi = queue.reports.find(({ kind }) => kind === 'message');
    await server.call(meera, 'PUT /api/moderation/reports/:id/decision', {
      params: { id: ofRavi?.id ?? 0 },
      body: {
        decision: 'suspend',
        reason: 'spam',
        days: 7,
        note: 'Advertises to strangers.',
        words: 'Please write to members about their projects only.',
      },
    });
  };
  return { accounts: { rohan, meera, kabir, fatima, arjun, stranger }, festival, library, bicycles, team, suspend };
}
