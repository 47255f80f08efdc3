import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { findDialog, show } from '../../../testing/render';
import { ShareButton } from './ShareButton';

afterEach(() => void Reflect.deleteProperty(navigator, 'share'));

const url = `${window.location.origin}/projects/7`;
async function open() {
  const user = show(<ShareButton project={{ id: 7, title: 'Night bus radio' }} />);
  await user.click(screen.getByRole('button', { name: 'Share project' }));
  await findDialog('Share project');
  return user;
}

it('copies the project’s address, and draws it as a QR code', async () => {
  const written = vi.fn(async () => undefined);
  const user = await open();
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(written);
  expect(screen.getByLabelText<HTMLInputElement>('Link').value).toBe(url);
  const code = screen.getByRole('img', { name: 'QR code for Night bus radio' });
  // Dark on light in both themes; the theme has no white.
  expect(code.querySelector('rect')?.getAttribute('fill')).toBe('#fff');
  expect(code.querySelector('path')?.getAttribute('fill')).toBe('#000');
  expect(code.querySelector('path')?.getAttribute('d')).toMatch(/^(?:M\d+ \d+h1v1h-1z){200,}$/u);
  await user.click(screen.getByRole('button', { name: 'Copy link' }));
  await screen.findByText('Link copied');
  expect(written).toHaveBeenCalledWith(url);
});

it('offers the system’s share sheet if there is one, and reports failures but no cancellation', async () => {
  const share = vi.fn(async () => undefined);
  Object.defineProperty(navigator, 'share', { configurable: true, value: share });
  const user = await open();
  share.mockRejectedValueOnce(new DOMException('closed', 'AbortError'));
  await user.click(screen.getByRole('button', { name: 'Share…' }));
  expect(share).toHaveBeenCalledWith({ title: 'Night bus radio', url });
  expect(screen.queryByText('Failed to share')).toBeNull();
  // A press while the sheet is open does nothing.
  await waitFor(() => expect(screen.getByRole('button', { name: 'Share…' }).hasAttribute('aria-busy')).toBe(false));
  share.mockRejectedValueOnce(new Error('no'));
  await user.click(screen.getByRole('button', { name: 'Share…' }));
  await screen.findByText('Failed to share');
});
