import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import boot from '../../../public/boot.js?raw';
import { useTheme } from '../../stores/theme';
import { show } from '../../testing/render';
import { member } from '../../testing/samples';
import { ThemeCard } from './ThemeCard';

const root = document.documentElement;
const system = { isLight: false, change: () => {} };

// The page begins with this file, before everything else.
beforeEach(() => {
  system.isLight = false;
  document.head.innerHTML = '<meta name="theme-color" content="">';
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return system.isLight;
    },
    addEventListener: (_: string, listener: () => void) => {
      system.change = listener;
    },
  }));
  new Function(boot)();
});

const select = () => screen.getByLabelText<HTMLSelectElement>('Theme');
const setSystem = (isLight: boolean) =>
  act(() => {
    system.isLight = isLight;
    system.change();
  });

it('is dark until the member picks another, which the browser keeps', async () => {
  system.isLight = true;
  const user = show(<ThemeCard />, { as: member });
  expect([select().value, root.dataset.theme]).toEqual(['dark', 'dark']);
  await user.selectOptions(select(), 'Light');
  expect([select().value, root.dataset.theme, localStorage.getItem('theme')]).toEqual(['light', 'light', 'light']);
  expect(useTheme.getState().isDark).toBe(false);
  expect(document.querySelector('meta')?.content).toBe('#f5f4f0');
  new Function(boot)();
  expect(root.dataset.theme, 'after a reload').toBe('light');
});

it('follows the system, live, only where that was picked', async () => {
  const user = show(<ThemeCard />, { as: member });
  await user.selectOptions(select(), 'As on this device');
  expect(root.dataset.theme).toBe('dark');
  setSystem(true);
  expect([root.dataset.theme, useTheme.getState().isDark]).toEqual(['light', false]);
  await user.selectOptions(select(), 'Dark');
  setSystem(false);
  setSystem(true);
  expect(root.dataset.theme).toBe('dark');
});

it('follows another tab', () => {
  show(<ThemeCard />, { as: member });
  localStorage.setItem('theme', 'light');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'theme' })));
  expect([select().value, root.dataset.theme]).toEqual(['light', 'light']);
  localStorage.clear();
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })));
  expect([select().value, root.dataset.theme]).toEqual(['dark', 'dark']);
});
