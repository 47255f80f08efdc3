import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '../../../testing/render';
import { project } from '../../../testing/samples';
import { ProjectHeader } from './ProjectHeader';

it.each([
  [0, '3/5 members'],
  [1, '3/5 members, 1 seat offered'],
  [2, '3/5 members, 2 seats offered'],
])('says how many free seats are held by seat offers: %d', (offered_seats, words) => {
  show(<ProjectHeader project={project(7, { current_members: 3, max_members: 5, offered_seats })} />);
  expect(screen.getByText(/members/u).textContent).toBe(words);
});
