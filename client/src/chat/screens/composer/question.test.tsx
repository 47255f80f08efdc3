import { screen, waitFor } from '@testing-library/react';
import { Link, useLocation } from 'react-router-dom';
import { expect, it } from 'vitest';
import { setConnection } from '../../../core/realtime/connection-status';
import { chatLink } from '../../../lib/links/chat-link';
import { fakeServer } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { KEY, ME, member, OTHER, project } from '../../../testing/samples';
import { openOutbox, useOutbox } from '../../state/outbox/outbox';
import { Composer } from './Composer';

window.matchMedia ??= () => ({ matches: false }) as MediaQueryList;

function FromProject() {
  const { state } = useLocation();
  return (
    <>
      <Link {...chatLink(OTHER, 'Other', 12)}>Message</Link>
      <Composer conversation={KEY} name="Other" projectId={state?.projectId} />
    </>
  );
}

const open = async () => {
  const found = {
    projects: [project(12, { title: 'Stepwell', creator_id: OTHER })],
    my_join_requests: [],
    has_more: false,
  };
  fakeServer({ 'GET /api/projects': () => ({ body: { success: true, data: found } }) });
  const user = show(<FromProject />, { as: member });
  setConnection('away');
  openOutbox(ME);
  await user.click(screen.getByRole('link', { name: 'Message' }));
  await screen.findByText('Stepwell');
  return user;
};
const field = () => screen.getByRole('textbox', { name: 'Message to Other' });
const sent = () => useOutbox.getState().items.map((item) => 'content' in item && [item.content, item.project_id]);

it('the first message after a project’s page asks about the project, the next one does not', async () => {
  const user = await open();
  await user.type(field(), 'Is it offline?{Enter}');
  await waitFor(() => expect(screen.queryByText('Stepwell')).toBeNull());
  await user.type(field(), 'Thanks{Enter}');
  expect(sent()).toEqual([
    ['Is it offline?', 12],
    ['Thanks', undefined],
  ]);
});

it('the first message can be written without the project', async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Remove the project' }));
  await waitFor(() => expect(screen.queryByText('Stepwell')).toBeNull());
  await user.type(field(), 'Hello{Enter}');
  expect(sent()).toEqual([['Hello', undefined]]);
});
