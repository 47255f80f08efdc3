import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../../../testing/fake-server';
import { findDialog, show } from '../../../testing/render';
import { ME, member } from '../../../testing/samples';
import { OwnAvatar } from './OwnAvatar';

vi.mock('./chosen-picture', () => ({
  openPicture: async (file: File) =>
    file.type.startsWith('image/') ? { url: `blob:${file.name}`, width: 400, height: 200 } : null,
  closePicture: vi.fn(),
  drawCrop: async () => new Uint8Array([1]),
}));

const picture = (name = 'me.png') => new File(['x'], name, { type: 'image/png' });
const saved = { success: true, data: { id: ME, picture: 'p', url: '/l', small_url: '/s', until: '2026-01-01' } };
let puts: (() => unknown)[];
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  puts = [];
  server = fakeServer({
    'PUT /api/users/picture': () => (puts.shift()?.() ?? { body: saved }) as never,
    'GET /api/pictures': () => ({ body: { success: true, data: { pictures: [] } } }),
  });
});
const open = async () => {
  const user = show(<OwnAvatar id={ME} name="Asha" />, { as: member });
  await user.click(screen.getByRole('button', { name: 'Add picture' }));
  const dialog = await findDialog();
  return { user, dialog, file: dialog.querySelector('input[type=file]') as HTMLInputElement };
};
const save = () => screen.findByRole('button', { name: 'Save picture' });

it('takes a chosen, a dropped and a pasted picture', async () => {
  const { user, dialog, file } = await open();
  await user.upload(file, picture());
  await save();
  fireEvent.drop(dialog.querySelector('[data-dialog-content] > div') as Element, {
    dataTransfer: { files: [picture('dropped.png')] },
  });
  await waitFor(() => expect(dialog.querySelector('img[src="blob:dropped.png"]')).not.toBeNull());
  const paste = Object.assign(new Event('paste', { bubbles: true }), {
    clipboardData: { files: [picture('pasted.png')] },
  });
  act(() => void document.body.dispatchEvent(paste));
  await waitFor(() => expect(dialog.querySelector('img[src="blob:pasted.png"]')).not.toBeNull());
  await user.click(await save());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByText('Picture saved');
});

it('says why a picture was not saved, keeps it, and saves it with the next press', async () => {
  const { user, file } = await open();
  await user.upload(file, picture());
  puts = [
    () => 'network',
    () => refusal(429, 'RATE_LIMITED', 'Too many requests. Try again in 20 minutes.'),
    () => refusal(400, 'INVALID', 'This picture is damaged. Choose another one.'),
  ];
  for (const text of ['Check your connection', 'Try again in 20 minutes', 'damaged']) {
    await user.click(await save());
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(text));
  }
  await user.click(await save());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.of('PUT /api/users/picture')).toHaveLength(4);
});

it('sends one upload for a double press, and none once it was closed', async () => {
  const { user, file } = await open();
  await user.upload(file, picture());
  await user.dblClick(await save());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.of('PUT /api/users/picture')).toHaveLength(1);
});
