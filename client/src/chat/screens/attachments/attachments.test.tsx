import { chatLimits } from '@sangam/shared/chat/limits';
import type { Message } from '@sangam/shared/chat/messages';
import { act, cleanup, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { blocks } from '../../../contact/state/blocks';
import { messageRequests } from '../../../contact/state/message-requests';
import { fakeServer, refusal } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { CONVERSATION, KEY, ME, member, message, OTHER } from '../../../testing/samples';
import { noteChangedMessage } from '../../state/changed-messages';
import { usePicture } from '../../state/files/pictures';
import { useUploads } from '../../state/files/uploads';
import { noteConversation, noteTeams, useKeyNow } from '../../state/known-conversations';
import { attachedTo, countDrafts, setAttached } from '../../state/outbox/drafts';
import { useOutbox } from '../../state/outbox/outbox';
import { useThreads } from '../../state/thread/threads';
import { newThread } from '../../state/thread/threads.reduce';
import { deleteBrowserData } from '../../sync/forget-member';
import { Composer } from '../composer/Composer';
import { MessageRow } from '../message/MessageRow';
import { filesPlace } from '../thread-items/row-height';
import { FileProgress } from './FileProgress';
import { ViewedPictures } from './ViewedPictures';

const uploads = {
  'POST /api/attachments': ({ body }: { body: unknown }) => {
    const { id, bytes } = body as { id: string; bytes: number };
    return { body: { success: true, data: { id, bytes, received: bytes, attachment: { id } } } };
  },
} as const;
const composer = () => show(<Composer conversation={KEY} name="Bina" />, { as: member });
const chooser = () => document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
const notes = (name = 'notes.txt', text = 'abc') => new File([text], name, { type: 'text/plain' });
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send message' });

describe('the composer', () => {
  it.each([
    ['cells of a spreadsheet', 'Name\tSeats\nAsha\t3', 0],
    ['a copied picture', '', 1],
    ['a file from a file manager', 'file:///home/asha/my%20cells.png', 1],
  ])('takes %s as text where there is text', async (_, text, attached) => {
    fakeServer(uploads);
    const user = composer();
    const picture = new File(['png'], 'my cells.png', { type: 'image/png' });
    const isTaken = !fireEvent.paste(screen.getByRole('textbox'), {
      clipboardData: { files: [picture], getData: () => text },
    });
    expect(isTaken).toBe(attached === 1);
    if (attached === 0) await user.click(await screen.findByRole('button', { name: 'Attach as picture' }));
    await waitFor(() => expect(attachedTo(KEY)).toHaveLength(1));
  });

  it('shows a chosen file before the code that attaches it has loaded, and sends the file afterwards', async () => {
    fakeServer(uploads);
    composer();
    const field = screen.getByRole<HTMLTextAreaElement>('textbox');
    const write = (value: string) => fireEvent.change(field, { target: { value } });
    write('Here they are');
    fireEvent.change(chooser(), { target: { files: [notes()] } });
    screen.getByRole('progressbar', { name: 'Uploading notes.txt' });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(useOutbox.getState().items).toEqual([]);
    write('Here they are and after');
    fireEvent.keyDown(field, { key: 'Enter' });
    write('Here they are and after this');
    await waitFor(() => expect(useOutbox.getState().items).toHaveLength(2));
    expect(useOutbox.getState().items).toMatchObject([
      { content: 'Here they are', attachments: [{ name: 'notes.txt' }] },
      { content: 'and after this' },
    ]);
    expect([field.value, attachedTo(KEY)]).toEqual(['', []]);
  });

  it.each([
    ['before', true],
    ['after', false],
  ])(
    'sends files that were chosen before the conversation got its id, and empties the field: id %s Enter',
    async (_, isFirst) => {
      fakeServer(uploads);
      const Renamed = () => <Composer conversation={useKeyNow(`u${OTHER}`) ?? KEY} name="Bina" />;
      show(<Renamed />, { as: member });
      const field = screen.getByRole<HTMLTextAreaElement>('textbox');
      fireEvent.change(field, { target: { value: 'Here they are' } });
      fireEvent.change(chooser(), { target: { files: [notes()] } });
      const name = () => act(() => noteConversation(CONVERSATION, OTHER));
      if (isFirst) name();
      fireEvent.keyDown(field, { key: 'Enter' });
      if (!isFirst) name();
      expect(useOutbox.getState().items).toEqual([]);
      await waitFor(() => expect(useOutbox.getState().items).toHaveLength(1));
      expect(useOutbox.getState().items).toMatchObject([
        { content: 'Here they are', attachments: [{ name: 'notes.txt' }] },
      ]);
      await waitFor(() => expect([field.value, attachedTo(KEY)]).toEqual(['', []]));
    },
  );

  it('sends nothing if a file was left out, and keeps the text', async () => {
    fakeServer(uploads);
    composer();
    const field = screen.getByRole<HTMLTextAreaElement>('textbox');
    fireEvent.change(field, { target: { value: 'Here they are' } });
    fireEvent.change(chooser(), { target: { files: [notes(), notes('empty.txt', '')] } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await screen.findByText('“empty.txt” is empty, so it wasn’t attached.');
    await waitFor(() => expect(attachedTo(KEY)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('progressbar', { name: 'Uploading empty.txt' })).toBeNull());
    expect([field.value, useOutbox.getState().items]).toEqual(['Here they are', []]);
  });

  it('takes chosen files, and sends them without text', async () => {
    fakeServer(uploads);
    const user = composer();
    expect(send().disabled).toBe(true);
    await user.upload(chooser(), [notes(), notes('b.txt')]);
    await waitFor(() => expect(screen.getAllByText('1 KB')).toHaveLength(2));
    await user.click(send());
    expect(useOutbox.getState().items).toMatchObject([
      { content: 'notes.txt', attachments: [{ name: 'notes.txt' }, { name: 'b.txt' }] },
    ]);
    expect(attachedTo(KEY)).toEqual([]);
  });

  it('takes pasted files, and leaves pasted text alone', async () => {
    fakeServer(uploads);
    composer();
    const field = screen.getByRole('textbox');
    const paste = (files: File[]) => fireEvent.paste(field, { clipboardData: { files } });
    // `paste` returns false if the default was prevented.
    expect(paste([])).toBe(true);
    expect(paste([notes('image.png')])).toBe(false);
    await screen.findByText('image.png');
  });

  it('sends nothing while the server rejects a file, says why, and lets it be removed', async () => {
    fakeServer({ 'POST /api/attachments': () => refusal(409, 'STORAGE_FULL', 'No space.') });
    const user = composer();
    await user.upload(chooser(), notes());
    expect((await screen.findByRole('alert')).textContent).toBe('No space.');
    await user.type(screen.getByRole('textbox'), 'Words');
    expect(send().disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Remove notes.txt' }));
    await waitFor(() => expect(send().disabled).toBe(false));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox')));
  });

  it('keeps files while offline, and sends them later', async () => {
    fakeServer({ 'POST /api/attachments': () => 'network' });
    const user = composer();
    await user.upload(chooser(), notes());
    await screen.findByText('Waiting for a connection');
    expect(send().disabled).toBe(false);
  });

  it('shows the progress of an upload in forced colours, too', () => {
    show(<FileProgress name="a.pdf" received={1} bytes={2} />);
    const bar = screen.getByRole('progressbar', { name: 'Uploading a.pdf' });
    expect(bar.getAttribute('aria-valuenow')).toBe('50');
    expect(bar.classList.contains('forced-color-adjust-none')).toBe(true);
  });

  it('keeps unsent files through a reload, uploads them again, and deletes them at logout', async () => {
    fakeServer({ 'POST /api/attachments': () => 'network' });
    const first = composer();
    await first.upload(chooser(), notes());
    await screen.findByText('Waiting for a connection');
    expect([countDrafts(ME), attachedTo(KEY)]).toMatchObject([1, [{ name: 'notes.txt' }]]);
    cleanup();
    // A new page has only what the browser stored.
    useUploads.setState({}, true);
    const { of } = fakeServer(uploads);
    const user = composer();
    const list = await screen.findByRole('list', { name: 'Attached' });
    await within(list).findByText('1 KB');
    expect(of('POST /api/attachments')).toHaveLength(1);
    await user.click(send());
    expect([countDrafts(ME), attachedTo(KEY)]).toEqual([0, []]);
    setAttached(KEY, [{ id: 'a', name: 'a.txt', bytes: 1, isPicture: false }]);
    deleteBrowserData(ME);
    expect(attachedTo(KEY)).toEqual([]);
  });

  it('rejects empty and oversized files, and takes at most ten', async () => {
    fakeServer(uploads);
    const user = composer();
    await user.upload(chooser(), notes('empty.txt', ''));
    await screen.findByText('“empty.txt” is empty, so it wasn’t attached.');
    const large = notes('film.mp4');
    Object.defineProperty(large, 'size', { value: chatLimits.attachmentMaxBytes + 1 });
    await user.upload(chooser(), large);
    await screen.findByText('“film.mp4” is larger than 20 MB, so it wasn’t attached.');
    await user.upload(chooser(), [large, notes('empty.txt', '')]);
    await screen.findByText('2 files are empty or larger than 20 MB, so they weren’t attached.');
    expect(attachedTo(KEY)).toEqual([]);
    await user.upload(
      chooser(),
      Array.from({ length: 12 }, (_, n) => notes(`${n}.txt`)),
    );
    await screen.findByText('A message can have at most 10 files.');
    expect(attachedTo(KEY)).toHaveLength(10);
  });
});

describe('a message', () => {
  const picture = {
    id: '7d0f6a8e-0000-4000-8000-000000000001',
    kind: 'picture' as const,
    name: 'photo.jpg',
    bytes: 9_000,
    width: 1_400,
    height: 700,
    preview: 'data:image/webp;base64,AAAA',
  };
  const file = { id: '7d0f6a8e-0000-4000-8000-000000000002', kind: 'file' as const, name: 'a.pdf', bytes: 2_000_000 };
  const sent = (content: string, attachments: (typeof picture | typeof file)[]) =>
    message(1, { sender_id: OTHER, receiver_id: ME, content, attachments });
  let leaveScreen: () => void = () => undefined;
  /** A row of the conversation, which is unmounted when it leaves the screen. */
  function Row({ of }: { of: Message }) {
    const [isOnScreen, setOnScreen] = useState(true);
    leaveScreen = () => setOnScreen(false);
    return (
      <>
        {isOnScreen && (
          <MessageRow
            conversation={KEY}
            me={ME}
            item={{ kind: 'stored', message: of }}
            own={false}
            seen={false}
            name={'Bina'}
            newDay={false}
            firstUnread={false}
            grouped={false}
            isTarget={false}
          />
        )}
        <ViewedPictures conversation={KEY} />
      </>
    );
  }
  const row = (...content: Parameters<typeof sent>) => show(<Row of={sent(...content)} />, { as: member });
  const links = {
    'GET /api/attachments/links': () => ({
      body: {
        success: true,
        data: {
          links: [picture, file].map(({ id }) => ({
            id,
            url: `/files/${id}/full.webp`,
            small_url: `/files/${id}/small.webp`,
            until: new Date(Date.now() + 900_000).toISOString(),
          })),
        },
      },
    }),
  };

  /** Also answers with the pictures themselves. */
  const serveFiles = () => {
    const server = fakeServer(links);
    const answer = fetch;
    const withFiles = async (input: string, init?: RequestInit) =>
      input.startsWith('/files/') ? new Response(new Blob(['picture'], { type: 'image/webp' })) : answer(input, init);
    vi.stubGlobal('fetch', vi.fn(withFiles));
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:small');
    return server;
  };

  it('reserves a picture’s size before it loads', async () => {
    serveFiles();
    row('photo.jpg', [picture]);
    const button = await screen.findByRole('button', { name: 'View picture photo.jpg' });
    expect([button.style.width, button.style.aspectRatio]).toEqual(['280px', '280 / 140']);
    expect(button.querySelector('img')?.getAttribute('src')).toBe(picture.preview);
    await waitFor(() => expect(button.querySelectorAll('img')[1]?.getAttribute('src')).toBe('blob:small'));
    expect(screen.queryByText('photo.jpg')).toBeNull();
  });

  it('keeps pictures that leave the screen until a message is deleted', async () => {
    serveFiles();
    const revoked = vi.spyOn(URL, 'revokeObjectURL');
    const first = renderHook(() => usePicture('a', '/files/a/small.webp'));
    await waitFor(() => expect(first.result.current).toBe('blob:small'));
    first.unmount();
    const again = renderHook(() => usePicture('a', '/files/a/small.webp'));
    expect([again.result.current, vi.mocked(fetch).mock.calls.length]).toEqual(['blob:small', 1]);
    noteChangedMessage({ ...message(1), deleted_at: 'now' }, KEY);
    expect(revoked).not.toHaveBeenCalled();
    again.unmount();
    expect(revoked).toHaveBeenCalledOnce();
  });

  it('covers a picture in a message request, and fetches nothing until it is pressed', async () => {
    const { of } = serveFiles();
    messageRequests.upsert({ id: OTHER, request: 'waiting' });
    const user = row('photo.jpg', [picture]);
    const cover = await screen.findByRole('button', { name: 'Show picture photo.jpg' });
    expect(cover.querySelectorAll('img')).toHaveLength(1);
    expect(of('GET /api/attachments/links')).toEqual([]);
    cover.focus();
    await user.keyboard('{Enter}');
    const button = await screen.findByRole('button', { name: 'View picture photo.jpg' });
    expect(document.activeElement).toBe(button);
    await waitFor(() => expect(button.querySelectorAll('img')[1]?.getAttribute('src')).toBe('blob:small'));
  });

  it('shows a caption that isn’t the file’s name, and the file’s size', async () => {
    fakeServer(links);
    row('The report', [file]);
    await screen.findByText('The report');
    await screen.findByText('1.9 MB');
  });

  it('requests with one call the addresses of pictures that come into view together', async () => {
    const { of } = fakeServer(links);
    row('both', [picture, { ...picture, id: '7d0f6a8e-0000-4000-8000-000000000003', name: 'second.jpg' }]);
    await screen.findByRole('button', { name: 'View picture second.jpg' });
    await waitFor(() => expect(of('GET /api/attachments/links')).toHaveLength(1));
  });

  it('fetches a failed picture again after a pause, not at once', async () => {
    const { of } = fakeServer(links);
    const load = vi.fn(async () => new Response(null, { status: 500 }));
    const answer = fetch;
    vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
      input.startsWith('/files/') ? load() : answer(input, init),
    );
    row('photo.jpg', [{ ...picture, id: '7d0f6a8e-0000-4000-8000-000000000004' }, picture]);
    await waitFor(() => expect(load).toHaveBeenCalled());
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([load.mock.calls.length, of('GET /api/attachments/links').length]).toEqual([1, 1]);
  });

  const webp = { 'Content-Type': 'image/webp' };
  it.each([
    [
      'whose connection was cut',
      { ok: true, headers: new Headers(webp), blob: () => Promise.reject(new TypeError('network error')) },
    ],
    [
      'in place of which a network asks to sign in',
      new Response('<h1>Wi-Fi</h1>', { headers: { 'Content-Type': 'text/html' } }),
    ],
  ])('fetches a picture again %s', async (_, failed) => {
    fakeServer(links);
    const answer = fetch;
    const load = vi.fn(async () => new Response('picture', { headers: webp })).mockResolvedValueOnce(failed as never);
    vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
      input.startsWith('/files/') ? load() : answer(input, init),
    );
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:small');
    row('photo.jpg', [{ ...picture, id: file.id }]);
    const button = await screen.findByRole('button', { name: 'View picture photo.jpg' });
    await waitFor(() => expect(button.querySelectorAll('img')[1]?.getAttribute('src')).toBe('blob:small'), {
      timeout: 5_000,
    });
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('gives the focus back to the picture that was viewed', async () => {
    serveFiles();
    const user = row('photo.jpg', [picture]);
    const button = await screen.findByRole('button', { name: 'View picture photo.jpg' });
    for (const _ of ['loads the viewer', 'has it']) {
      await user.click(button);
      await screen.findByRole('dialog', { name: 'photo.jpg' });
      await user.keyboard('{Escape}');
      await waitFor(() => expect(document.activeElement).toBe(button));
    }
  });

  it('keeps its pictures open when its row leaves the screen, until it is deleted', async () => {
    serveFiles();
    const user = row('photo.jpg', [picture]);
    await user.click(await screen.findByRole('button', { name: 'View picture photo.jpg' }));
    await screen.findByRole('dialog', { name: 'photo.jpg' });
    act(leaveScreen);
    screen.getByRole('dialog', { name: 'photo.jpg' });
    const messages = [{ ...sent('', []), deleted_at: '2026-11-28T10:00:00.000Z' }];
    act(() => useThreads.setState({ byId: { [KEY]: { ...newThread, messages } } }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    [
      'its message is deleted and the thread has it no longer',
      () => noteChangedMessage({ ...sent('', []), deleted_at: '2026-11-28T10:00:00.000Z' }, KEY),
    ],
    [
      'its sender is blocked in a team on another device',
      () => {
        noteTeams([CONVERSATION]);
        blocks.upsert({ id: OTHER, is_blocked: true });
      },
    ],
  ])('closes an open picture once %s', async (_, end) => {
    serveFiles();
    const user = row('photo.jpg', [picture]);
    await user.click(await screen.findByRole('button', { name: 'View picture photo.jpg' }));
    await screen.findByRole('dialog', { name: 'photo.jpg' });
    act(end);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is as high as its files', () => {
    expect(filesPlace([picture]).height).toBe(144);
    expect(filesPlace([file]).height).toBe(60);
    expect(filesPlace([picture, file]).height).toBe(206);
    expect(filesPlace([picture, picture, file]).height).toBe(203);
    expect(filesPlace([picture, picture, picture]).height).toBe(284);
  });
});
