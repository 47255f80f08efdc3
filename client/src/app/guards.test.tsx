import { render } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useSession } from '../core/session/session';
import { member } from '../testing/samples';
import { GuestsOnly } from './guards';

it('the page after a sign-up is a skeleton, not empty, until the next one is there', () => {
  useSession.setState({ status: 'signed-in', user: member, end: null });
  const shown: string[] = [];
  const seen = new MutationObserver(() => undefined);
  seen.observe(document.body, { childList: true, subtree: true });
  render(
    <MemoryRouter initialEntries={['/signup']}>
      <Routes>
        <Route path="/signup" element={<GuestsOnly />} />
        <Route path="*" element={<p>Next</p>} />
      </Routes>
    </MemoryRouter>,
  );
  for (const { addedNodes } of seen.takeRecords())
    for (const node of addedNodes) if (node instanceof Element) shown.push(node.outerHTML);
  seen.disconnect();
  expect(shown.some((html) => html.includes('aria-busy="true"'))).toBe(true);
});
