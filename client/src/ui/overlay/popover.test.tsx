import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { show } from '../../testing/render';
import { MenuItems } from './MenuItems';
import { Popover } from './Popover';

function Chooser() {
  const [open, setOpen] = useState(true);
  return (
    <Popover label="Acts" role="menu" open={open} onOpenChange={setOpen} trigger={<button type="button">Open</button>}>
      <MenuItems items={[{ label: 'Reply', onChoose: () => undefined }]} onLeave={() => setOpen(false)} />
    </Popover>
  );
}

it('returns the focus to its button when Back closes it', async () => {
  show(<Chooser />);
  expect(document.activeElement).toBe(screen.getByText('Reply'));
  act(() => window.history.back());
  await waitFor(() => expect(screen.queryByText('Reply')).toBeNull());
  expect(document.activeElement).toBe(screen.getByText('Open'));
});

it('closes on a press outside, which iOS may not do itself, but not on a press inside', () => {
  show(<Chooser />);
  const press = (from: Element, to = from) => {
    fireEvent.pointerDown(from);
    fireEvent.pointerUp(to);
  };
  const [panel, line, opener] = [screen.getByRole('menu'), screen.getByText('Reply'), screen.getByText('Open')];
  vi.spyOn(panel, 'matches').mockReturnValue(true);
  panel.hidePopover = () => undefined;
  press(line);
  // A press on the button is the browser's to handle.
  press(opener);
  // Selecting text in the panel doesn't close it.
  press(line, document.body);
  expect(line.isConnected).toBe(true);
  press(document.body);
  expect(line.isConnected).toBe(false);
});

it('shows destructive actions below all others', () => {
  const onChoose = () => undefined;
  const items = [
    { label: 'Block Asha…', onChoose, isDestructive: true },
    { label: 'Copy link', onChoose },
    { label: 'Report Asha…', onChoose },
  ];
  show(<MenuItems items={items} onLeave={onChoose} />);
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Copy link',
    'Report Asha…',
    'Block Asha…',
  ]);
});
