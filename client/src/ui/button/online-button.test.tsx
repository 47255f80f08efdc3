import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { show } from '../../testing/render';
import { OnlineButton } from './OnlineButton';

it('looks as if it could not be pressed without a network, but still tries', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const accept = vi.fn();
  const user = show(<OnlineButton onClick={accept}>Accept</OnlineButton>);
  const look = () => screen.getByRole('button', { name: 'Accept' }).getAttribute('aria-disabled');
  expect(look()).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Accept' }));
  expect(accept).toHaveBeenCalledOnce();
  onLine.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(look()).toBeNull();
  onLine.mockRestore();
});
