import { act, screen } from '@testing-library/react';
import { X } from 'lucide-react';
import { expect, it, vi } from 'vitest';
import { show } from '../../testing/render';
import { OnlineCheckbox } from '../form/Checkbox';
import { OnlineSelect } from '../form/Select';
import { MenuItems } from '../overlay/MenuItems';
import { OnlineIconButton } from './IconButton';
import { OnlineButton } from './OnlineButton';

it.each([
  ['button', 'button', (run: () => void) => <OnlineButton onClick={run}>Act</OnlineButton>],
  ['icon', 'button', (run: () => void) => <OnlineIconButton icon={X} label="Act" onClick={run} />],
  ['checkbox', 'checkbox', (run: () => void) => <OnlineCheckbox label="Act" checked={false} onChange={run} />],
  [
    'select',
    'combobox',
    (run: () => void) => (
      <OnlineSelect label="Act" value="b" onChange={() => undefined} onClick={run}>
        <option value="b">B</option>
      </OnlineSelect>
    ),
  ],
  [
    'line of a menu',
    'menuitem',
    (run: () => void) => (
      <MenuItems
        items={[
          { label: 'Act', onChoose: run, needsServer: true },
          { label: 'Copy', onChoose: run },
        ]}
        onLeave={() => undefined}
      />
    ),
  ],
] as const)('a %s looks as if it could not be pressed without a network, but still tries', async (_, role, control) => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const run = vi.fn();
  const user = show(control(run));
  const look = () => screen.getByRole(role, { name: 'Act' }).getAttribute('aria-disabled');
  expect(look()).toBe('true');
  expect(screen.queryByText('Copy')?.getAttribute('aria-disabled') ?? null).toBeNull();
  await user.click(screen.getByRole(role, { name: 'Act' }));
  expect(run).toHaveBeenCalledOnce();
  onLine.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(look()).toBeNull();
  onLine.mockRestore();
});
