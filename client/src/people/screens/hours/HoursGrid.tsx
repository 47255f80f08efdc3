import { isFreeAt, QUARTERS_OF_DAY, quartersBetween, type Week, withQuarters } from '@sangam/shared/people/hours/week';
import { type KeyboardEvent, memo, type PointerEvent, useRef, useState } from 'react';
import { cx } from '../../../ui/cx';
import { DayHead } from './DayHead';
import { DAYS, quarterWords, timeWord } from './time-words';

interface HoursGridProps {
  week: Week;
  onChange: (week: Week) => void;
}

/** A drag that began on a quarter hour, with the week as it was before. */
interface Drag {
  before: Week;
  from: number;
  isFree: boolean;
}

const NOON = 12 * 4;

/** By key: how many days and quarter hours it moves the focus. */
const moves: Readonly<Record<string, readonly [day: number, time: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  PageUp: [0, -4],
  PageDown: [0, 4],
};

function moved(quarter: number, [days, times]: readonly [number, number]): number {
  const day = Math.floor(quarter / QUARTERS_OF_DAY) + days;
  const time = (quarter % QUARTERS_OF_DAY) + times;
  const within = (value: number, max: number) => Math.min(Math.max(value, 0), max);
  return within(day, 6) * QUARTERS_OF_DAY + within(time, QUARTERS_OF_DAY - 1);
}

/**
 * The week as a grid of quarter hours. A drag with mouse, pen or finger marks the times on all days it crosses. Arrow keys move the focus,
 * and with Shift extend the marked times; Space toggles one. On a touch screen, the column of times scrolls the page.
 */
export function HoursGrid({ week, onChange }: HoursGridProps) {
  const grid = useRef<HTMLTableElement>(null);
  const drag = useRef<Drag | null>(null);
  const [active, setActive] = useState(NOON);

  const focusOn = (quarter: number) => {
    setActive(quarter);
    grid.current?.querySelector<HTMLElement>(`[data-quarter="${quarter}"]`)?.focus();
  };
  const paintTo = (quarter: number) => {
    if (drag.current === null) return;
    const { before, from, isFree } = drag.current;
    onChange(withQuarters(before, quartersBetween(from, quarter), isFree));
  };
  const press = (event: PointerEvent<HTMLTableElement>) => {
    const quarter = quarterOf(event.target);
    if (quarter === null || event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { before: week, from: quarter, isFree: !isFreeAt(week, quarter) };
    focusOn(quarter);
    paintTo(quarter);
  };
  const move = (event: PointerEvent<HTMLTableElement>) => {
    if (drag.current === null) return;
    const quarter = quarterOf(document.elementFromPoint(event.clientX, event.clientY));
    if (quarter !== null) paintTo(quarter);
  };
  const cancel = () => {
    if (drag.current !== null) onChange(drag.current.before);
    drag.current = null;
  };
  const pressKey = (event: KeyboardEvent<HTMLTableElement>) => {
    const step = moves[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = moved(active, step);
      if (event.shiftKey) onChange(withQuarters(week, quartersBetween(active, next), isFreeAt(week, active)));
      focusOn(next);
    } else if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      onChange(withQuarters(week, [active], !isFreeAt(week, active)));
    } else if (event.key === 'Escape') cancel();
  };

  return (
    <div className="@container">
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are selected, as those of a calendar
        role="grid"
        aria-label="Free hours"
        aria-multiselectable
        className="w-full table-fixed border-separate border-spacing-0 select-none rounded-md border border-line text-xs"
        onPointerDown={press}
        onPointerMove={move}
        onPointerUp={() => {
          drag.current = null;
        }}
        onPointerCancel={cancel}
        onKeyDown={pressKey}
      >
        <thead>
          <tr>
            <th scope="col" className="w-14 border-line border-b">
              <span className="sr-only">Time</span>
            </th>
            {DAYS.map((day) => (
              <th key={day} scope="col" aria-label={day} className="border-line border-b py-1.5 font-medium text-muted">
                <DayHead day={day} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {TIMES.map((time) => (
            <Row
              key={time}
              time={time}
              free={DAYS.map((_, day) => week[day * QUARTERS_OF_DAY + time]).join('')}
              active={active % QUARTERS_OF_DAY === time ? Math.floor(active / QUARTERS_OF_DAY) : null}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const TIMES = Array.from({ length: QUARTERS_OF_DAY }, (_, time) => time);

const quarterOf = (target: EventTarget | null): number | null => {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-quarter]') : null;
  return cell === null ? null : Number(cell.dataset.quarter);
};

interface RowProps {
  time: number;
  /** The days on which this quarter hour is free. */
  free: string;
  /** The day whose cell is reachable by Tab; null if none in this row. */
  active: number | null;
}

/** One quarter hour on all days. */
const Row = memo(({ time, free, active }: RowProps) => {
  const hourLine = time % 4 === 0 && time > 0 && 'border-line border-t';
  return (
    <tr className="h-2">
      <th scope="row" aria-label={timeWord(time)} className="relative p-0 font-normal text-faint leading-none">
        {time % 4 === 0 && (
          <span aria-hidden className="absolute top-0.5 left-2 whitespace-nowrap">
            {timeWord(time).replace(':00', '')}
          </span>
        )}
      </th>
      {DAYS.map((day, index) => (
        <td
          key={day}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a selected quarter hour
          role="gridcell"
          tabIndex={active === index ? 0 : -1}
          aria-selected={free[index] === '1'}
          aria-label={quarterWords(index * QUARTERS_OF_DAY + time)}
          data-quarter={index * QUARTERS_OF_DAY + time}
          className={cx(
            'relative cursor-pointer touch-none border-line border-l p-0 focus-visible:z-10',
            hourLine,
            free[index] === '1' ? 'free-hour' : 'hover:bg-hover',
          )}
        />
      ))}
    </tr>
  );
});
