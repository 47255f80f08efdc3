import ICAL from 'ical.js';
import { expect, it } from 'vitest';
import { calendarFile, type Meeting } from './calendar-file';

const meeting: Meeting = {
  projectId: 7,
  title: 'Rover',
  url: 'https://sangam.example/projects/7',
  from: '2026-12-01T13:45:00.000Z',
  until: '2026-12-01T15:15:00.000Z',
  names: ['Asha', 'Bina'],
};
const write = (change: Partial<Meeting> = {}) => calendarFile({ ...meeting, ...change });
const parse = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const [event, ...others] = calendar.getAllSubcomponents('vevent');
  if (event === undefined || others.length > 0) throw new Error('not one event');
  return { calendar, event: new ICAL.Event(event), component: event };
};
const properties = (component: ICAL.Component) => component.getAllProperties().map(({ name }) => name);

it('writes an event in UTC with the project and the names, and nothing else', () => {
  const { calendar, event, component } = parse(write());
  expect(event.startDate.toJSDate().toISOString()).toBe(meeting.from);
  expect(event.endDate.toJSDate().toISOString()).toBe(meeting.until);
  expect(event.startDate.zone.tzid).toBe('UTC');
  expect([event.summary, event.description]).toEqual(['Team meeting: Rover', 'Free then: Asha, Bina']);
  expect(properties(calendar)).toEqual(['version', 'prodid', 'method']);
  expect(properties(component).toSorted()).toEqual(
    ['uid', 'sequence', 'dtstamp', 'dtstart', 'dtend', 'summary', 'description', 'url'].toSorted(),
  );
});

it('keeps the UID for the same time and project, and changes it for another time or project', () => {
  const uid = (change: Partial<Meeting> = {}) => parse(write(change)).event.uid;
  expect(uid({ title: 'Rover 2', names: ['Asha'] })).toBe(uid());
  expect(uid({ from: '2026-12-01T14:00:00.000Z' })).not.toBe(uid());
  expect(uid({ projectId: 8 })).not.toBe(uid());
  expect(uid()).toMatch(/^[\w-]+@sangam\.example$/u);
});

it.each([
  'Rover\r\nATTENDEE:mailto:eve@example.org\r\nX-A:1',
  'Rover\nEND:VEVENT\nBEGIN:VALARM',
  'a; b, c \\n d: "e" \\',
  '=HYPERLINK("https://evil.example";"x")',
  '\u0000\u0008\u2028\u0085control',
  '+1 @me -2',
])('keeps a title on its own line: %j', (title) => {
  const text = write({ title, names: [title, 'Bina'] });
  const { event, component } = parse(text);
  expect(properties(component).toSorted()).toEqual(properties(parse(write()).component).toSorted());
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
  const plain = title.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/gu, ' ').trim();
  expect([event.summary, event.description]).toEqual([`Team meeting: ${plain}`, `Free then: ${plain}, Bina`]);
  for (const line of text.split('\r\n')) expect(line).not.toMatch(/^[=+@-]/u);
});

it('folds long lines of any script at 75 octets, and ends each with CR LF', () => {
  const title = 'नमस्ते 👩‍👩‍👧 '.repeat(30).trim();
  const text = write({ title });
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/u);
  const octets = text.split('\r\n').map((line) => new TextEncoder().encode(line).length);
  expect(Math.max(...octets)).toBeLessThanOrEqual(75);
  expect(parse(text).event.summary).toBe(`Team meeting: ${title}`);
});
