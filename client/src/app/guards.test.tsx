import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { useSession } from '../core/session/session';
import { member } from '../testing/samples';
import { GuestsOnly } from './guards';

it('shows a skeleton after a sign-up, not an empty page, until the next page has loaded', () => {
  useSession.setState({ status: 'signed-in', user: member, end: null });
  const shown: string[] = [];
  const seen = new MutationObserver(() => undefined);
  seen.observe(document.body, { childList: true, subtree: true });
  render(
    <MemoryRouter initialEntries={['/signup']}>
      <Routes>
        <Route path="/signup" element={<GuestsOnly begin={() => undefined} />} />
        <Route path="*" element={<p>Next</p>} />
      </Routes>
    </MemoryRouter>,
  );
  for (const { addedNodes } of seen.takeRecords())
    for (const node of addedNodes) if (node instanceof Element) shown.push(node.outerHTML);
  seen.disconnect();
  expect(shown.some((html) => html.includes('aria-busy="true"'))).toBe(true);
});

it('starts loading the next page once a visitor types', () => {
  useSession.setState({ status: 'signed-out', user: null, end: null });
  const begin = vi.fn();
  render(
    <MemoryRouter initialEntries={['/login']}>
      <Routes>
        <Route element={<GuestsOnly begin={begin} />}>
          <Route path="/login" element={<input aria-label="Email" />} />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
  expect(begin).not.toHaveBeenCalled();
  fireEvent.input(screen.getByLabelText('Email'), { target: { value: 'a' } });
  expect(begin).toHaveBeenCalledOnce();
});
