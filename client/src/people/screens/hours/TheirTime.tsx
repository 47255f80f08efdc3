import { isolate } from '@sangam/shared/core/isolate';
import type { SharedHours } from '@sangam/shared/people/hours/calls';
import { useNow } from '../../../ui/TimeAgo';
import { beginWords, clockWords, timeNotes } from './window-words';

export interface TheirTimeProps {
  hours: SharedHours;
  name: string;
}

/** For a wide header: the other member's local time, if it differs from the reader's, and the next time at which both are free. */
export function TheirTimeBeside({ hours, name }: TheirTimeProps) {
  const now = useMinute();
  const lines = [
    timeWords(hours, name, now),
    nextWords('You’re both free', hours, now, theirWords(hours, name)),
  ].filter(Boolean);
  if (lines.length === 0) return null;
  return (
    <p className="tabular hidden max-w-[60%] text-right text-muted text-xs @min-[36rem]/head:block">
      {lines.map((line) => (
        <span key={line} className="wrap-anywhere block">
          {line}
        </span>
      ))}
    </p>
  );
}

/** For a narrow header, after the presence: one of the two, or nothing with very large text. */
export function TheirTimeBelow({ hours, name }: TheirTimeProps) {
  const now = useMinute();
  const words = nextWords('Both free', hours, now) ?? timeWords(hours, name, now);
  return (
    words && (
      <span className="tabular not-first:before:mx-1 not-first:before:content-['·'] min-w-0 truncate text-xs leading-4 @max-[16rem]/head:hidden @min-[36rem]/head:hidden">
        {words}
      </span>
    )
  );
}

/** Now, rounded down to half a minute, so that a clock never shows the next minute early. */
const useMinute = (): number => useNow() - 30_000;

const timeWords = ({ zone }: SharedHours, name: string, now: number): string | null =>
  zone === undefined || beginWords(now) === beginWords(now, zone)
    ? null
    : `${beginWords(now, zone)} for ${isolate(name)}`;

/** Describes the next shared time; null if there is none. `theirs`: its beginning on the other member's clock. */
function nextWords(free: string, { next }: SharedHours, now: number, theirs = ''): string | null {
  if (next === undefined || Date.parse(next.until) <= now) return null;
  return Date.parse(next.from) <= now
    ? `${free} until ${clockWords(next.until)}${timeNotes(next.until)}`
    : `${free} ${beginWords(next.from)}${timeNotes(next.from, theirs)}`;
}

function theirWords({ next, zone }: SharedHours, name: string): string {
  if (next === undefined) return '';
  const theirs = beginWords(next.from, zone);
  return theirs === beginWords(next.from) ? '' : `${theirs} for ${isolate(name)}`;
}
