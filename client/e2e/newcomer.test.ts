import { expect, it } from 'vitest';
import { chat, untilTick } from './chat-page.js';
import { sharedTestServer } from './servers.js';

const server = await sharedTestServer();
const asha = await server.signUp('Asha Verma');
const title = `Stepwell ${asha.id}`;
const projectId = await server.postProject(asha, { title, max_members: 3 });

it('a newcomer signs up, completes the profile, posts a project, asks to join another, is accepted and chats', async () => {
  const creator = await server.actor(asha, '/profile');
  const { page } = await server.visit('/');

  // The newcomer signs up from the landing page.
  await page.getByRole('link', { name: 'Create your account' }).first().click();
  await page.getByLabel('Full name').fill('Zoya Khan');
  await page.getByLabel('Email').fill(`zoya.${crypto.randomUUID()}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill('Correct-horse-7');
  await page.getByLabel('Confirm password', { exact: true }).fill('Correct-horse-7');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('link', { name: 'Skip for now' }).click();
  await page.getByRole('heading', { name: 'Welcome, Zoya Khan' }).waitFor();

  // The dashboard links to the profile, which names the missing fields; they fill them in.
  await page.getByRole('link', { name: 'Complete profile' }).click();
  await page.getByText('Missing: college, skills, GitHub link').waitFor();
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('College').fill('IIT Madras');
  await page.getByLabel('Skills').fill('Sound design, Unity');
  await page.getByLabel('GitHub link (optional)').fill('github.com/zoya');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Profile updated successfully!').waitFor();
  await page.getByText('100% complete').waitFor();

  // They post a project and see it without a page load.
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Project' });
  await dialog.getByLabel('Title').fill('Night bus radio');
  await dialog.getByLabel('Description').fill('Music for the ride home.');
  await dialog.getByLabel('Category').selectOption('other');
  await dialog.getByRole('button', { name: 'Create Project' }).click();
  await page.getByText('Project created successfully!').waitFor();
  await page.getByRole('heading', { name: 'Night bus radio', level: 1 }).waitFor();

  // They find another project with the search in the bar, and ask to join it.
  await page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('combobox', { name: 'Search projects, people and messages' }).fill(title);
  await page.getByRole('option', { name: title, exact: true }).click();
  await page.getByRole('button', { name: 'Join the team' }).click();
  await page.getByLabel('Message to the creator (optional)').fill('I play the sitar.');
  await page.getByRole('button', { name: 'Send request' }).click();
  await page.getByText('Join request sent successfully!').waitFor();
  await page.getByText('Pending', { exact: true }).waitFor();

  // The creator is notified on any page, and accepts.
  const bell = creator.page.getByRole('button', { name: 'Notifications: 1 unread' });
  await bell.click();
  const notifications = creator.page.getByRole('dialog', { name: 'Notifications' });
  await notifications.getByRole('link', { name: `Zoya Khan wants to join ${title}` }).click();
  await creator.page.getByText('I play the sitar.').waitFor();
  await creator.page.getByRole('button', { name: 'Accept Zoya Khan' }).click();
  await creator.page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();

  // The newcomer sees the acceptance at once, and is one click from the chat with the creator.
  await page.getByText('Member', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Message Asha Verma' }).click();
  const mine = chat({ page });
  await mine.composer.waitFor();
  await mine.write('Thank you! When do we start?');

  // The creator is one click from the chat with the new member.
  await creator.page.getByRole('link', { name: 'Message Zoya Khan' }).last().click();
  const theirs = chat(creator);
  await theirs.bubble('Thank you! When do we start?').waitFor();
  await theirs.write('Tonight.');
  await mine.bubble('Tonight.').waitFor();
  await untilTick(theirs.tick('Tonight.'), 'seen');
});

it('a request, an interested member, an accepted member and the creator card are each one click from the chat', async () => {
  const devi = await server.signUp('Devi Rao');
  await server.api(devi, 'POST /api/project-requests', { project_id: projectId });
  await server.api(devi, `POST /api/projects/${projectId}/connect`);
  const creator = await server.actor(asha, '/dashboard');
  const opensChat = async (path: string, name: string, actor = creator) => {
    await actor.page.goto(path);
    await actor.page
      .getByRole('main')
      .getByRole('link', { name: `Message ${name}` })
      .first()
      .click();
    await actor.page.getByRole('heading', { name, level: 2 }).waitFor();
    expect(new URL(actor.page.url()).pathname + new URL(actor.page.url()).search).toMatch(/^\/messages\/(?:c\/)?\d+$/u);
  };
  await opensChat('/dashboard', 'Devi Rao');
  await opensChat(`/projects/${projectId}`, 'Devi Rao');
  await opensChat(`/projects/${projectId}`, 'Zoya Khan');
  const requester = await server.actor(devi, `/projects/${projectId}`);
  await opensChat(`/projects/${projectId}`, 'Asha Verma', requester);
});
