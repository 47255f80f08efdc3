import { hourMs } from '@sangam/shared/core/limits';
import { act, cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { blocks } from '../../contact/state/blocks';
import { partsToCache, showParts } from '../../core/offline/cached-parts';
import { resetStores } from '../../core/store/reset';
import { Avatar } from '../../ui/Avatar';
import { MemberName } from '../../ui/MemberName';
import { usePictures } from '../../ui/member-pictures';
import { fetchPicturesAgain, showPictures } from './pictures';

const { request } = vi.hoisted(() => ({ request: vi.fn() }));
vi.mock('../../core/api/client', async (original) => ({ ...(await original<object>()), request }));

/** The picture that the server has of each member. */
let stored: Record<number, string>;
/** Members whose page the reader may not see. */
let withoutPage: number[];
let observed: Map<Element, () => void>;
let signal: AbortController;
const calls = () => request.mock.calls.map(([, { query }]) => query.ids);

beforeEach(() => {
  vi.useFakeTimers();
  resetStores();
  stored = { 1: 'a', 2: 'b' };
  withoutPage = [];
  observed = new Map();
  request.mockReset();
  request.mockImplementation(async (_, { query }: { query: { ids: string } }) => ({
    ok: true,
    value: {
      data: {
        pictures: query.ids
          .split(',')
          .filter((id) => stored[Number(id)] !== undefined)
          .map((id) => ({
            id: Number(id),
            picture: stored[Number(id)],
            url: `/l/${id}`,
            small_url: `/s/${stored[Number(id)]}`,
          })),
        without_page: withoutPage.filter((id) => query.ids.split(',').includes(String(id))),
      },
    },
  }));
  vi.stubGlobal('fetch', async (address: string) => new Response(new Blob([address], { type: 'image/webp' })));
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly call: (entries: object[]) => void) {}
      observe = (target: Element) => void observed.set(target, () => this.call([{ target, isIntersecting: true }]));
      unobserve = (target: Element) => void observed.delete(target);
      disconnect = () => observed.clear();
    },
  );
  signal = new AbortController();
  showPictures(signal.signal);
});
afterEach(() => {
  cleanup();
  signal.abort();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const comeIntoView = () => {
  for (const come of [...observed.values()]) come();
};
const settle = () => act(() => vi.advanceTimersByTimeAsync(100));
const shown = (container: Element) =>
  [...container.querySelectorAll('img')].map((image) => atob(image.src.split(',')[1] ?? ''));

describe('a name', () => {
  const linked = () => [...document.querySelectorAll('a')].map(({ textContent }) => textContent);

  it('is a link for as long as the member has a page for the reader', async () => {
    // A member without a page has no picture either.
    stored = { 1: 'a' };
    withoutPage = [2];
    render(
      <MemoryRouter>
        {[1, 2, 3].map((id) => (
          <MemberName key={id} id={id} name={`Member ${id}`} />
        ))}
      </MemoryRouter>,
    );
    expect(linked()).toEqual(['Member 1', 'Member 2', 'Member 3']);
    comeIntoView();
    await settle();
    expect(linked()).toEqual(['Member 1', 'Member 3']);
    // Member 2 has restored their account, and member 3 has deleted theirs.
    withoutPage = [3];
    await act(() => vi.advanceTimersByTimeAsync(6_000));
    fetchPicturesAgain();
    comeIntoView();
    await settle();
    expect(linked()).toEqual(['Member 1', 'Member 2']);
    expect(document.body.textContent).toBe('Member 1Member 2Member 3');
  });

  it('is checked with the next refresh even if the clock was set back', async () => {
    render(
      <MemoryRouter>
        <MemberName id={1} name="Asha" />
      </MemoryRouter>,
    );
    comeIntoView();
    await settle();
    await act(() => vi.advanceTimersByTimeAsync(6_000));
    vi.setSystemTime(Date.now() - 5 * hourMs);
    fetchPicturesAgain();
    await settle();
    expect(calls()).toEqual(['1', '1']);
  });

  it('is not checked for a former member, or one who is known to be gone', async () => {
    render(
      <MemoryRouter>
        <MemberName id={1} name="Former member" />
        <MemberName id={2} name="Asha" isGone />
        <MemberName id={0} name="You" />
      </MemoryRouter>,
    );
    comeIntoView();
    await settle();
    expect(calls()).toEqual([]);
  });
});

describe('an avatar', () => {
  it('shows the picture once it comes into view, in one call with others, and initials without one', async () => {
    const { container } = render([1, 2, 3].map((id) => <Avatar key={id} id={id} name="Asha Verma" />));
    await settle();
    expect(calls()).toEqual([]);
    comeIntoView();
    await settle();
    expect(calls()).toEqual(['1,2,3']);
    expect(shown(container)).toEqual(['/s/a', '/s/b']);
    for (const image of container.querySelectorAll('img')) expect([image.alt, image.loading]).toEqual(['', 'lazy']);
    expect(container.querySelectorAll('[data-initials="AV"]')).toHaveLength(3);
  });

  it('fetches no picture for a project, a former member or an unknown member', async () => {
    render([
      <Avatar key={1} id={1} name="Rover" isProject />,
      <Avatar key={2} id={2} name="Former member" />,
      <Avatar key={3} id={0} name="X" />,
    ]);
    comeIntoView();
    await settle();
    expect(calls()).toEqual([]);
  });

  it('shows no presence of a former member', () => {
    const { container } = render([
      <Avatar key={1} id={1} name="Former member" online={false} />,
      <Avatar key={2} id={2} name="Asha" online={false} />,
    ]);
    expect(container.querySelectorAll('.presence-dot')).toHaveLength(1);
  });

  it('shows another picture, or none, after a change', async () => {
    const { container } = render(<Avatar id={1} name="Asha" />);
    comeIntoView();
    await settle();
    stored[1] = 'c';
    fetchPicturesAgain(1);
    await settle();
    expect(shown(container)).toEqual(['/s/c']);
    delete stored[1];
    fetchPicturesAgain(1);
    await settle();
    expect(shown(container)).toEqual([]);
  });

  it('shows initials once one of the two blocks the other', async () => {
    const { container } = render(<Avatar id={1} name="Asha" />);
    comeIntoView();
    await settle();
    delete stored[1];
    blocks.upsert({ id: 1, is_blocked: true });
    await settle();
    expect(shown(container)).toEqual([]);
  });

  it('asks once while each call fails, and again with the next refresh', async () => {
    request.mockResolvedValue({ ok: false, error: { kind: 'network' } });
    render(<Avatar id={1} name="Asha" />);
    comeIntoView();
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(calls()).toEqual(['1']);
    fetchPicturesAgain();
    await settle();
    expect(calls()).toEqual(['1', '1']);
  });

  it('shows no page of a network that asks to sign in, and fetches again', async () => {
    const picture = globalThis.fetch;
    vi.stubGlobal('fetch', async () => new Response('<h1>Wi-Fi</h1>', { headers: { 'Content-Type': 'text/html' } }));
    const { container } = render(<Avatar id={1} name="Asha" />);
    comeIntoView();
    await settle();
    expect(shown(container)).toEqual([]);
    vi.stubGlobal('fetch', picture);
    await act(() => vi.advanceTimersByTimeAsync(6_000));
    fetchPicturesAgain();
    await settle();
    expect(shown(container)).toEqual(['/s/a']);
  });

  it('fetches again after a reconnect, and when it comes into view later', async () => {
    const first = render(<Avatar id={1} name="Asha" />);
    comeIntoView();
    await settle();
    await act(() => vi.advanceTimersByTimeAsync(6_000));
    fetchPicturesAgain();
    await settle();
    expect(calls()).toEqual(['1', '1']);
    first.unmount();
    await act(() => vi.advanceTimersByTimeAsync(6_000));
    fetchPicturesAgain();
    await settle();
    expect(calls()).toEqual(['1', '1']);
    render(<Avatar id={1} name="Asha" />);
    comeIntoView();
    await settle();
    expect(calls()).toEqual(['1', '1', '1']);
  });

  it('is cached for offline use until it is replaced or removed', async () => {
    const { container } = render(<Avatar id={1} name="Asha" />);
    comeIntoView();
    await settle();
    const cached = new Map(partsToCache());
    act(() => resetStores());
    expect(shown(container)).toEqual([]);
    act(() => showParts(cached));
    expect(shown(container)).toEqual(['/s/a']);
    delete stored[1];
    fetchPicturesAgain();
    await settle();
    expect(shown(container)).toEqual([]);
    expect(new Map(partsToCache()).get('pictures')).toEqual({});
  });

  it('ignores an answer to a call that was followed by another', async () => {
    const { container } = render(<Avatar id={1} name="Asha" />);
    let answerFirst = (): void => undefined;
    const late = request.getMockImplementation() as (...args: unknown[]) => Promise<unknown>;
    request.mockImplementationOnce(async (...args: unknown[]) => {
      const answer = await late(...args);
      await new Promise<void>((resolve) => {
        answerFirst = resolve;
      });
      return answer;
    });
    comeIntoView();
    await settle();
    stored[1] = 'c';
    fetchPicturesAgain(1);
    await settle();
    answerFirst();
    await settle();
    expect(shown(container)).toEqual(['/s/c']);
  });

  it('keeps the picture while the server cannot be reached, and forgets it with the session', async () => {
    const { container } = render(<Avatar id={1} name="Asha" />);
    comeIntoView();
    await settle();
    request.mockResolvedValue({ ok: false, error: { kind: 'network' } });
    fetchPicturesAgain(1);
    await settle();
    expect(shown(container)).toEqual(['/s/a']);
    act(() => resetStores());
    expect(usePictures.getState().byId).toEqual({});
    expect(shown(container)).toEqual([]);
  });
});
