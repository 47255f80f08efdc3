import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import boot from '../../../public/boot.js?raw';
import { useTheme } from '../../core/device/theme';
import { show } from '../../testing/render';
import { member } from '../../testing/samples';
import { ThemeCard } from './AppearanceSection';

const root = document.documentElement;
const system = { matches: false, onchange: () => {} };

// In the application, the page runs this script before everything else.
beforeEach(() => {
  system.matches = false;
  document.head.innerHTML = '<meta name="theme-color" content="">';
  vi.stubGlobal('matchMedia', () => system);
  new Function(boot)();
});

const select = () => screen.getByLabelText<HTMLSelectElement>('Theme');
const setSystem = (isLight: boolean) =>
  act(async () => {
    system.matches = isLight;
    system.onchange();
  });
/** Sends the event for a value that another tab has stored. */
const tell = (init: StorageEventInit) => act(async () => void window.dispatchEvent(new StorageEvent('storage', init)));

it('is dark until the member picks another theme, which the browser stores', async () => {
  system.matches = true;
  const user = show(<ThemeCard />, { as: member });
  expect([select().value, root.dataset.theme]).toEqual(['dark', 'dark']);
  await user.selectOptions(select(), 'Light');
  expect([select().value, root.dataset.theme, localStorage.getItem('theme')]).toEqual(['light', 'light', 'light']);
  expect(useTheme.getState().isDark).toBe(false);
  expect(document.querySelector('meta')?.content).toBe('#f5f4f0');
  new Function(boot)();
  expect(root.dataset.theme, 'after a reload').toBe('light');
});

it('follows the system’s theme live, but only if the member chose that', async () => {
  const user = show(<ThemeCard />, { as: member });
  await user.selectOptions(select(), 'System');
  expect(root.dataset.theme).toBe('dark');
  await setSystem(true);
  expect([root.dataset.theme, useTheme.getState().isDark]).toEqual(['light', false]);
  await user.selectOptions(select(), 'Dark');
  await setSystem(false);
  await setSystem(true);
  expect(root.dataset.theme).toBe('dark');
});

it('follows a choice made in another tab', async () => {
  show(<ThemeCard />, { as: member });
  await tell({ key: 'theme', newValue: 'light' });
  expect([select().value, root.dataset.theme]).toEqual(['light', 'light']);
  await tell({ key: null });
  expect([select().value, root.dataset.theme]).toEqual(['dark', 'dark']);
});
