import { hourMs } from '@sangam/shared/core/limits';
import type { SharedHours } from '@sangam/shared/people/hours/calls';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { plain, show } from '../../../testing/render';
import { TheirTimeBelow, TheirTimeBeside } from './TheirTime';
import * as words from './window-words';

const beginWords = (at: string | number, zone?: string) => plain(words.beginWords(at, zone));
const clockWords = (at: string | number) => plain(words.clockWords(at));

const at = (hours: number) => new Date(Math.ceil(Date.now() / hourMs) * hourMs + hours * hourMs).toISOString();
const zone = 'Asia/Kathmandu';
const open = (data: Partial<SharedHours>) =>
  show(<TheirTimeBeside hours={{ state: 'shared', about_hours: 2, longest: [], ...data }} name="Asha" />);

it('shows the other’s clock, and the next shared time on both', () => {
  const next = { from: at(3), until: at(5) };
  open({ zone, next });
  screen.getByText(/^[A-Z][a-z]{2} \d.* for Asha$/u);
  screen.getByText(`You’re both free ${beginWords(next.from)} (your time; ${beginWords(next.from, zone)} for Asha)`);
});

it('shows the end of a shared time that has begun', () => {
  const next = { from: at(-3), until: at(2) };
  open({ next });
  screen.getByText(`You’re both free until ${clockWords(next.until)} (your time)`);
});

it.each([{}, { next: { from: at(-5), until: at(-3) } }, { zone: 'UTC' }])(
  'shows nothing for a time that is unknown, over, or the same for both: %j',
  (data) => {
    open(data);
    expect(screen.queryByText(/free|for Asha/u)).toBeNull();
  },
);

it('shows only the shared time, or else the other member’s clock, where there is little room', () => {
  const next = { from: at(3), until: at(5) };
  const hours = { state: 'shared' as const, about_hours: 2, longest: [], zone };
  show(<TheirTimeBelow hours={{ ...hours, next }} name="Asha" />);
  screen.getByText(`Both free ${beginWords(next.from)} (your time)`);
  show(<TheirTimeBelow hours={hours} name="Asha" />);
  screen.getByText(/ for Asha$/u);
});
