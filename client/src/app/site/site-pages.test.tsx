import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server';
import { show } from '../../testing/render';
import { SitePage } from './SitePage';

const operator = { name: 'Example College', address: null, email: 'help@college.example' };
const serve = (text: string) =>
  fakeServer({
    'GET /api/site/pages/:page': () => ({
      body: { success: true, data: { page: 'terms', text, version: 'abc123', operator } },
    }),
  });

it('shows the operator’s Markdown with headings and safe links, and no HTML', async () => {
  serve(
    '# Our rules\n\nBe **kind**.\n\n## Links\n- [ours](https://example.org/rules)\n- [bad](javascript:alert(1))\n\n<img src=x onerror=alert(1)>',
  );
  show(<SitePage name="terms" />);
  await screen.findByRole('heading', { level: 1, name: 'Our rules' });
  screen.getByRole('heading', { level: 2, name: 'Links' });
  expect(screen.getByText('kind').tagName).toBe('SPAN');
  expect(screen.getByRole('link', { name: 'ours' }).getAttribute('rel')).toContain('nofollow');
  expect(screen.queryByRole('link', { name: 'bad' })).toBeNull();
  expect(document.querySelector('article img')).toBeNull();
  screen.getByText('Version abc123');
  expect(screen.getByRole('link', { name: 'help@college.example' }).getAttribute('href')).toBe(
    'mailto:help@college.example',
  );
  expect(screen.getByRole('link', { name: 'Terms' }).getAttribute('aria-current')).toBe('page');
});

it('a page that cannot be loaded offers to try again', async () => {
  fakeServer({ 'GET /api/site/pages/:page': () => refusal(500, 'INTERNAL', 'x') });
  show(<SitePage name="privacy" />);
  await screen.findByText(/Failed to load this page/u);
  screen.getByRole('heading', { level: 1, name: 'Privacy' });
});
