import ical, { ICalCalendarMethod } from 'ical-generator';
import { nowMs } from '../../../lib/clock';
import { download } from '../../../lib/dom/download';

/** A meeting of a project's team. */
export interface Meeting {
  projectId: number;
  title: string;
  /** The project's page. */
  url: string;
  from: string;
  until: string;
  /** The display names of the members who are free then. */
  names: readonly string[];
}

/** Puts members' text on one line, without the control characters that calendars forbid. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/gu, ' ').trim();

/**
 * Writes an iCalendar file (RFC 5545) for a meeting. It names members but has no addresses. The same time and project give the same UID, so
 * a calendar updates the event instead of adding it again. No field or line begins with members' own text, which a spreadsheet could take
 * for a formula.
 */
export function calendarFile({ projectId, title, url, from, until, names }: Meeting): string {
  const start = new Date(from);
  const calendar = ical({ prodId: { company: 'Sangam', product: 'Team hours', language: 'EN' } });
  calendar.method(ICalCalendarMethod.PUBLISH);
  calendar.createEvent({
    id: `project-${projectId}-${start.getTime()}@${new URL(url).hostname}`,
    // In UTC, so no calendar needs to know a zone.
    start,
    end: new Date(until),
    stamp: new Date(nowMs()),
    summary: `Team meeting: ${oneLine(title)}`,
    description: `Free then: ${names.map(oneLine).join(', ')}`,
    url,
  });
  return calendar.toString();
}

/** Downloads the file, which devices offer to add to their calendar. */
export function downloadMeeting(meeting: Meeting): void {
  const file = new Blob([calendarFile(meeting)], { type: 'text/calendar;charset=utf-8' });
  download(`team-meeting-${meeting.from.slice(0, 10)}.ics`, file);
}
