import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { countFormDrafts } from '../../../core/forms/stored-drafts';
import * as timeZones from '../../../lib/time-zones';
import { fakeServer } from '../../../testing/fake-server';
import { held } from '../../../testing/held';
import { show } from '../../../testing/render';
import { member } from '../../../testing/samples';
import { WelcomePage } from './WelcomePage';

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const save = () => screen.getByRole('button', { name: 'Save and continue' });
const newcomer = { ...member, college: '', skills: [] };
const known = { body: { success: true, data: { colleges: ['IIT Madras', 'VIT Vellore'], skills: ['React', 'Go'] } } };
const open = (query = '') => show(<WelcomePage />, { as: newcomer, path: `/welcome${query}`, route: '/welcome' });

it('drops what was typed when it is skipped, since nothing leads back to it', async () => {
  fakeServer({ 'GET /api/users/suggestions': () => known });
  const user = open();
  await user.type(field('College'), 'IIT');
  expect(countFormDrafts(newcomer.id)).toBe(1);
  await user.click(screen.getByRole('link', { name: 'Skip for now' }));
  expect(countFormDrafts(newcomer.id)).toBe(0);
});

it('suggests colleges and skills of other members, and leads on to the page asked for', async () => {
  const { of } = fakeServer({
    'GET /api/users/suggestions': () => known,
    'PATCH /api/users/profile': ({ body }) => ({ body: { success: true, user: { ...newcomer, ...(body as object) } } }),
  });
  const user = open('?next=%2Fprojects%2F7%3Fintent%3Djoin');
  expect(document.activeElement).toBe(field('College'));
  await user.click(save());
  screen.getByText('College is required');
  screen.getByText('Skills are required');
  await user.type(field('College'), 'iit');
  await user.click(screen.getByRole('button', { name: 'IIT Madras' }));
  const skills = () => within(screen.getByRole('list', { name: 'Suggestions' }));
  await user.click(skills().getByRole('button', { name: 'React' }));
  // Another suggestion may follow; only after the last does the focus return to the field.
  expect(document.activeElement).toBe(skills().getByRole('button', { name: 'Go' }));
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(field('Skills'));
  await user.keyboard('Woodwork');
  await user.click(save());
  await screen.findByText('at /projects/7?intent=join');
  expect(of('PATCH /api/users/profile').map(({ body }) => body)).toMatchObject([
    { name: member.name, college: 'IIT Madras', skills: ['React', 'Go', 'Woodwork'] },
  ]);
});

it('holds the place of suggested skills until they have loaded', async () => {
  const late = held(known);
  fakeServer({ 'GET /api/users/suggestions': late.reply });
  open();
  const place = screen.getByRole('list', { name: 'Suggestions' });
  expect(place.className).toContain('min-h-');
  late.release();
  await screen.findByRole('button', { name: 'React' });
  expect(screen.getByRole('list', { name: 'Suggestions' })).toBe(place);
});

it.each([
  ['there are none', { body: { success: true, data: { colleges: [], skills: [] } } }],
  ['they can’t be loaded', 'network' as const],
])('gives the place of suggested skills up if %s', async (_, reply) => {
  fakeServer({ 'GET /api/users/suggestions': () => reply });
  open();
  screen.getByRole('list', { name: 'Suggestions' });
  await waitFor(() => expect(screen.queryByRole('list')).toBeNull());
});

it('explains Find people as the settings do', async () => {
  fakeServer({ 'GET /api/users/suggestions': () => known });
  open();
  screen.getByRole('checkbox', {
    name: 'Show me in Find people',
    description: 'Members who look for your skills find you there, and every member can open your page.',
  });
});

it('keeps the entered fields and the choice about Find people when the member leaves the page', async () => {
  fakeServer({ 'GET /api/users/suggestions': () => known });
  const user = open();
  await user.type(field('College'), 'VIT');
  await user.click(field('Show me in Find people'));
  cleanup();
  open();
  expect([field('College').value, field('Show me in Find people').checked]).toEqual(['VIT', true]);
});

it('can be skipped, and needs no suggestions', async () => {
  const { of } = fakeServer({ 'GET /api/users/suggestions': () => 'network' });
  const user = open();
  await user.click(screen.getByRole('link', { name: 'Skip for now' }));
  screen.getByText('at /dashboard');
  expect(of('PATCH /api/users/profile')).toEqual([]);
});

it('never leads to another site', async () => {
  fakeServer({ 'GET /api/users/suggestions': () => 'network' });
  open('?next=%2F%2Fevil.example');
  expect(screen.getByRole('link', { name: 'Skip for now' }).getAttribute('href')).toBe('/dashboard');
});

it.each([
  ['America/New_York', [{ time_zone: 'America/New_York' }]],
  ['Asia/Calcutta', []],
])('gives a new member the time zone of a device in %s', async (zone, bodies) => {
  vi.spyOn(timeZones, 'deviceZone').mockReturnValue(zone);
  onTestFinished(() => void vi.restoreAllMocks());
  const { of } = fakeServer({
    'GET /api/users/suggestions': () => known,
    'PATCH /api/notification-choices': () => 'network',
  });
  open();
  await screen.findByText('Skip for now');
  expect(of('PATCH /api/notification-choices').map(({ body }) => body)).toEqual(bodies);
});
