import type { TeamHours, TeamHoursMember } from '@sangam/shared/app/team-hours';
import { isolate } from '@sangam/shared/core/isolate';
import { LOCALE } from '@sangam/shared/core/limits';
import type { CSSProperties } from 'react';
import { nowMs } from '../../../lib/clock';
import { DayHead } from './DayHead';
import { sharedWords, timeNotes } from './window-words';

type Times = TeamHours['times'];

interface TeamHoursGridProps {
  times: Times;
  /** The team's members who have entered free hours. */
  entered: readonly TeamHoursMember[];
  /** The reader's id; the reader may not be among `entered`. */
  me: number;
}

const LINES = [6, 12, 18];

/** The next 7 days with the times at which members of a team are free, darker the more are free. Screen readers get a list instead. */
export function TeamHoursGrid({ times, entered, me }: TeamHoursGridProps) {
  const count = entered.length;
  const isIn = entered.some(({ id }) => id === me);
  const days = daysOf(times);
  return (
    <figure className="@container">
      <div aria-hidden className="flex gap-1 text-faint text-xs">
        <div className="relative mt-5 h-36 w-9 shrink-0">
          {LINES.map((hour) => (
            <span key={hour} className="absolute right-0 -translate-y-1/2" style={{ top: percent(hour * 60) }}>
              {hour === 12 ? '12 pm' : `${hour % 12} ${hour < 12 ? 'am' : 'pm'}`}
            </span>
          ))}
        </div>
        {days.map(({ key, name, parts }) => (
          <div key={key} className="min-w-0 flex-1">
            <p className="h-5 truncate text-center">
              <DayHead day={name} />
            </p>
            <div className="relative h-36 overflow-hidden rounded-sm border border-line bg-raised">
              {LINES.map((hour) => (
                <span
                  key={hour}
                  className="absolute inset-x-0 border-line border-t"
                  style={{ top: percent(hour * 60) }}
                />
              ))}
              {parts.map(({ from, until, free }) => (
                <span
                  key={from}
                  className="free-hour absolute inset-x-0"
                  style={{ top: percent(from), height: percent(until - from), ...shade(free, count) }}
                />
              ))}
            </div>
          </div>
        ))}
      </div>
      <figcaption className="mt-1.5 wrap-anywhere text-faint text-xs">
        When {isIn ? freeWithReader(count) : freeOfOthers(entered)}, next 7 days
        {timeNotes(nowMs())}
        {count > 2 && (isIn ? '. Stronger shade: more of you.' : '. Stronger shade: more members.')}
      </figcaption>
      <ul className="sr-only">
        {times.map((time) => (
          <li key={time.from}>{`${sharedWords(time)}, ${time.free} free`}</li>
        ))}
      </ul>
    </figure>
  );
}

const freeWithReader = (count: number): string => (count === 2 ? 'you’re both free' : 'at least two of you are free');

const freeOfOthers = (others: readonly TeamHoursMember[]): string =>
  others.length === 2
    ? `${others.map(({ name }) => isolate(name)).join(' and ')} are both free`
    : 'at least two members are free';

const percent = (minutes: number): string => `${(minutes / DAY_MINUTES) * 100}%`;
const DAY_MINUTES = 24 * 60;

const shade = (free: number, count: number) => ({ '--share': (free - 1) / (count - 1) }) as CSSProperties;

/** The part of a time that falls on one day, in minutes of that day. */
interface Part {
  from: number;
  until: number;
  free: number;
}

const DAYS = 7;

/** Returns the next days in the reader's time zone, each with the parts of times that fall on it. */
function daysOf(times: Times): { key: number; name: string; parts: Part[] }[] {
  const today = new Date(nowMs());
  return Array.from({ length: DAYS }, (_, ahead) => {
    const day = new Date(today.getFullYear(), today.getMonth(), today.getDate() + ahead);
    const end = new Date(today.getFullYear(), today.getMonth(), today.getDate() + ahead + 1);
    const minutes = (at: string): number => {
      const time = new Date(at);
      if (time <= day) return 0;
      return time >= end ? DAY_MINUTES : time.getHours() * 60 + time.getMinutes();
    };
    const parts = times
      .filter(({ from, until }) => new Date(from) < end && new Date(until) > day)
      .map(({ from, until, free }) => ({ from: minutes(from), until: minutes(until), free }));
    return { key: ahead, name: day.toLocaleDateString(LOCALE, { weekday: 'short' }), parts };
  });
}
