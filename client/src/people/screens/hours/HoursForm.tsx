import { TIME_ZONE } from '@sangam/shared/core/limits';
import type { HoursBody } from '@sangam/shared/people/hours/calls';
import {
  copyDay,
  emptyWeek,
  freeQuarters,
  freeTimesOf,
  QUARTERS_OF_DAY,
  quartersBetween,
  type Week,
  withQuarters,
} from '@sangam/shared/people/hours/week';
import { useEffect, useMemo, useRef, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { actFailureText } from '../../../core/api/errors';
import { storesEpoch } from '../../../core/store/reset';
import { passFocusOn } from '../../../lib/dom/pass-focus-on';
import { deviceZone, zoneName, zonesWith } from '../../../lib/time-zones';
import { Button } from '../../../ui/button/Button';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { Card } from '../../../ui/Card';
import { Select } from '../../../ui/form/Select';
import { saveHours } from '../../state/hours/hours';
import { changeSince, changeTo, type HoursChange, noChange, withChange } from '../../state/hours/hours-change';
import { HoursGrid } from './HoursGrid';
import { amountWords, DAYS, dayName, spanWords, timeWord } from './time-words';

const WEEKDAYS = [0, 1, 2, 3, 4];
const EVERY_DAY = [...WEEKDAYS, 5, 6];

/** Saves are debounced by this time, so that two drags are saved together. */
const SAVE_AFTER_MS = 800;

/** Edits the member's free hours: drawn on a grid, entered as times, or copied between days. Changes are saved automatically. */
export function HoursForm({ saved }: { saved: HoursBody | null }) {
  const [change, setChange] = useState<HoursChange>(() => ({
    ...noChange,
    zone: saved === null ? (deviceZone() ?? TIME_ZONE) : null,
  }));
  const { hours: week, zone } = withChange(saved, change);
  const setWeek = (next: Week) => setChange(changeTo(change, week, next));
  const [cleared, setCleared] = useState<string | null>(null);
  const zones = useMemo(() => zonesWith(zone), [zone]);
  const isChanged = week !== (saved?.hours ?? emptyWeek) || zone !== (saved?.zone ?? zone);
  const { hasFailed, save } = useSavedHours({
    change,
    isChanged,
    onSaved: (sent) => setChange((now) => changeSince(sent, now)),
  });
  return (
    <Card className="grid gap-5">
      <p className="text-muted text-sm">
        Add the hours you usually have for projects, or drag across the grid. Members who can open your page see about
        how many hours you share, and the three longest times. Your teams see all shared times.
      </p>
      <Select label="Time zone" value={zone} onChange={({ target }) => setChange({ ...change, zone: target.value })}>
        {zones.map((one) => (
          <option key={one} value={one}>
            {zoneName(one)}
          </option>
        ))}
      </Select>
      <AddTime onAdd={(quarters) => setWeek(withQuarters(week, quarters))} />
      <HoursGrid week={week} onChange={setWeek} />
      <CopyDay onCopy={(from, to) => setWeek(copyDay(week, from, to))} />
      <Times week={week} />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          onClick={() => {
            setCleared(week);
            setWeek(emptyWeek);
          }}
          disabled={freeQuarters(week) === 0}
        >
          Clear all
        </Button>
        {cleared !== null && week === emptyWeek && (
          <Button ref={passFocusOn} onClick={() => setWeek(cleared)}>
            Undo clear
          </Button>
        )}
        <p role="status" className="ml-auto text-muted text-sm">
          {hasFailed ? 'Not saved' : isChanged ? 'Saving…' : saved && 'Saved'}
        </p>
        {hasFailed && (
          <OnlineButton ref={passFocusOn} onClick={save}>
            Retry
          </OnlineButton>
        )}
      </div>
    </Card>
  );
}

/** Saves the hours soon after each change, and at once when the member leaves the form. */
function useSavedHours({
  change,
  isChanged,
  onSaved,
}: {
  change: HoursChange;
  isChanged: boolean;
  onSaved: (sent: HoursChange) => void;
}) {
  const [hasFailed, setFailed] = useState(false);
  // The form may unmount after its member has logged out and another has signed in; it must not save then.
  const [epoch] = useState(storesEpoch);
  const save = async () => {
    if (epoch !== storesEpoch()) return;
    const answer = await saveHours(change);
    setFailed(!answer.ok);
    if (answer.ok) onSaved(change);
    else toast.error(actFailureText(answer.error, 'Failed to save your free hours'));
  };
  const unsaved = useRef<(() => Promise<void>) | null>(null);
  useEffect(() => {
    unsaved.current = isChanged ? save : null;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the hours begins the time again
  useEffect(() => {
    if (!isChanged) return;
    const timer = setTimeout(() => void unsaved.current?.(), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [change, isChanged]);
  useEffect(() => () => void unsaved.current?.(), []);
  return { hasFailed: hasFailed && isChanged, save };
}

const DayOptions = () =>
  DAYS.map((day, index) => (
    <option key={day} value={index}>
      {day}
    </option>
  ));

/** Adds one free time by its day, start and end. */
function AddTime({ onAdd }: { onAdd: (quarters: number[]) => void }) {
  const [day, setDay] = useState(0);
  const [from, setFrom] = useState(18 * 4);
  const [until, setUntil] = useState(20 * 4);
  const times = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index).map((time) => (
      <option key={time} value={time}>
        {timeWord(time)}
      </option>
    ));
  const start = (time: number) => {
    setFrom(time);
    if (until <= time) setUntil(Math.min(time + 4, QUARTERS_OF_DAY));
  };
  return (
    <fieldset className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(7rem,40%)),1fr))] gap-3 max-sm:[&>:nth-child(2)]:col-span-full max-sm:[&>:last-child]:col-span-full sm:grid-cols-[1.3fr_1fr_1fr_auto] sm:items-end">
      <legend className="mb-1.5 font-medium text-sm">Add a time</legend>
      <Select label="Day" value={day} onChange={({ target }) => setDay(Number(target.value))}>
        <DayOptions />
      </Select>
      <Select label="From" value={from} onChange={({ target }) => start(Number(target.value))}>
        {times(0, QUARTERS_OF_DAY - 1)}
      </Select>
      <Select label="To" value={until} onChange={({ target }) => setUntil(Number(target.value))}>
        {times(from + 1, QUARTERS_OF_DAY)}
      </Select>
      <Button onClick={() => onAdd(quartersBetween(day * QUARTERS_OF_DAY + from, day * QUARTERS_OF_DAY + until - 1))}>
        Add
      </Button>
    </fieldset>
  );
}

/** Copies a day's hours to other days, in place of theirs. */
function CopyDay({ onCopy }: { onCopy: (from: number, to: readonly number[]) => void }) {
  const [from, setFrom] = useState(0);
  return (
    <div className="grid grid-cols-2 gap-3 max-sm:[&>:first-child]:col-span-2 sm:grid-cols-[minmax(0,12rem)_auto_auto] sm:items-end sm:justify-start">
      <Select label="Copy a day" value={from} onChange={({ target }) => setFrom(Number(target.value))}>
        <DayOptions />
      </Select>
      <Button onClick={() => onCopy(from, WEEKDAYS)} aria-label={`Copy ${dayName(from)} to weekdays`}>
        To weekdays
      </Button>
      <Button onClick={() => onCopy(from, EVERY_DAY)} aria-label={`Copy ${dayName(from)} to every day`}>
        To every day
      </Button>
    </div>
  );
}

/** The free times in words, day by day. */
function Times({ week }: { week: string }) {
  const total = freeQuarters(week);
  const days = DAYS.map((day, index) => ({ day, times: freeTimesOf(week, index) })).filter(
    ({ times }) => times.length > 0,
  );
  return (
    <div className="grid gap-2 text-sm">
      <p role="status" className="tabular">
        {total === 0 ? 'No free hours yet' : `${amountWords(total)} a week`}
      </p>
      <dl className="grid gap-1 text-muted">
        {days.map(({ day, times }) => (
          <div key={day} className="flex flex-wrap gap-x-3">
            <dt className="w-24 shrink-0">{day}</dt>
            <dd className="tabular min-w-0">{times.map(spanWords).join(', ')}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
