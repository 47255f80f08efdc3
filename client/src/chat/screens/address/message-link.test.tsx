import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '../../../testing/render';
import { ME, member } from '../../../testing/samples';
import { useOpenConversation, useRedirect } from './conversation-address';

function Links() {
  useRedirect();
  const { projectId } = useOpenConversation();
  return projectId === undefined ? null : `About ${projectId}`;
}
const follow = (query: string) =>
  show(<Links />, { as: member, path: `/messages?user=${encodeURIComponent(query)}&name=A` });
const address = () => screen.getByTestId('address').textContent;
const open = (path: string) => show(<Links />, { as: member, path, route: '/messages/:userId?' });
const refusal = 'Invalid conversation selected';

it.each(['0', '-5', '1.5', '99999999999999999999'])('a link to %s, which can’t be an id, says so', async (id) => {
  follow(id);
  await screen.findByText(refusal);
  expect(address()).toBe('/messages');
});

it.each(['abc', '', String(ME)])('a link to “%s” is ignored', (id) => {
  follow(id);
  expect(address()).toBe('/messages');
  expect(screen.queryByText(refusal)).toBeNull();
});

it('a link to a member leads to their conversation', () => {
  follow('7');
  expect(address()).toBe('/messages/7');
});

it('a message link leads each of its members to their conversation', () => {
  open(`/messages/${ME}?m=12&with=7`);
  expect(address()).toBe(`/messages/7?m=12&with=${ME}`);
});

it.each([`/messages/7?m=12&with=${ME}`, '/messages/7?m=12', '/messages/7?with=9'])('%s stays', (path) => {
  open(path);
  expect(address()).toBe(path);
});

it('a message link between other members opens no conversation', async () => {
  open('/messages/7?m=12&with=9');
  await screen.findByText('This link belongs to another conversation');
  expect(address()).toBe('/messages');
});

it('a question’s link from a project’s page opens the conversation with that project', async () => {
  open('/messages/7?about=12');
  await screen.findByText('About 12');
  expect(address()).toBe('/messages/7');
});
