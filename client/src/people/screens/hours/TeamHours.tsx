import type { TeamHours as Hours, TeamHoursMember, TeamTime } from '@sangam/shared/app/team-hours';
import { CalendarPlus } from 'lucide-react';
import { Fragment, useEffect, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { Link } from 'react-router-dom';
import { blocks } from '../../../contact/state/blocks';
import { request } from '../../../core/api/client';
import { isTemporary } from '../../../core/api/errors';
import { useSession } from '../../../core/session/session';
import { callOrder } from '../../../core/store/call-order';
import { showLists } from '../../../core/store/shown-lists';
import { passFocusOn } from '../../../lib/dom/pass-focus-on';
import { Button } from '../../../ui/button/Button';
import { IconButton } from '../../../ui/button/IconButton';
import { MemberName } from '../../../ui/MemberName';
import { RetryButton } from '../../../ui/page/RetryButton';
import { Skeleton } from '../../../ui/page/Skeleton';
import { TeamHoursGrid } from './TeamHoursGrid';
import { freeCountWords, hoursQuestion, teamTimesOf } from './team-times';
import { dateWords, timeNotes, zoneWord } from './window-words';

interface TeamHoursProps {
  projectId: number;
  /** The project's title. */
  title: string;
  /** Puts a text into the composer of the team's chat. Absent if there is no chat. */
  onSuggest?: ((text: string) => void) | undefined;
}

/** When a team is free in the next 7 days, and the best times to meet. */
export function TeamHours({ projectId, title, onSuggest }: TeamHoursProps) {
  const [hours, again] = useTeamHours(projectId);
  const me = useSession((state) => state.user?.id ?? 0);
  if (hours === 'loading') return <Skeleton className="h-60" />;
  if (hours === 'failed')
    return (
      <div className="grid justify-items-start gap-2 text-sm">
        <p className="text-muted">Failed to load your team’s free hours</p>
        <RetryButton size="sm" onClick={again} />
      </div>
    );
  const { members, times, best } = hours;
  const { entered, isIn, problem, missing } = teamTimesOf(hours, me);
  return (
    <div className="grid gap-3 text-sm">
      {!isIn && (
        <p className="text-muted">
          <Link to="/settings/hours" className="underline underline-offset-2 hover:no-underline">
            Enter your free hours
          </Link>{' '}
          so that they count here.
        </p>
      )}
      <p className={problem === null ? 'sr-only' : 'text-muted'}>{problem ?? 'Best times to meet'}</p>
      {best.length > 0 && (
        <ul className="grid gap-1">
          {best.map((time) => (
            <BestTime
              key={time.from}
              time={time}
              projectId={projectId}
              title={title}
              members={members}
              me={me}
              onSuggest={onSuggest}
            />
          ))}
        </ul>
      )}
      {times.length > 0 && <TeamHoursGrid times={times} entered={entered} me={me} />}
      {missing.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-x-2">
          <p className="text-muted">
            No free hours yet: <Names members={missing} me={me} />
          </p>
          {onSuggest && (
            <Button
              size="sm"
              variant="ghost"
              className="-mr-3 ml-auto"
              aria-label="Ask in chat for free hours"
              onClick={() => onSuggest(hoursQuestion(missing, `${window.location.origin}/settings/hours`))}
            >
              Ask in chat
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

interface BestTimeProps extends TeamHoursProps {
  time: TeamTime;
  members: readonly TeamHoursMember[];
  me: number;
}

function BestTime({ time, projectId, title, members, me, onSuggest }: BestTimeProps) {
  const free = members.filter(({ id }) => time.members.includes(id));
  const amount = freeCountWords(free.length, members.length);
  const when = dateWords(time);
  const addToCalendar = () =>
    import('./calendar-file').then(
      ({ downloadMeeting }) =>
        downloadMeeting({
          projectId,
          title,
          url: `${window.location.origin}/projects/${projectId}`,
          from: time.from,
          until: time.until,
          names: free.map(({ name }) => name),
        }),
      () => void toast.error('Couldn’t make the calendar file. Check your connection and try again.'),
    );
  return (
    <li>
      <p className="tabular font-medium">
        {when}
        {timeNotes(time.from)}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-2">
        <p className="text-muted">
          {amount}
          {free.length < members.length && (
            <>
              : <Names members={free} me={me} />
            </>
          )}
        </p>
        {/* Aligns the icon, not its padding, with the end of the text. */}
        <div className="-mr-3 ml-auto flex items-center">
          {onSuggest && (
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Suggest in chat: ${when}`}
              onClick={() =>
                onSuggest(`Shall we meet on ${when.replaceAll('\u00a0', ' ')} (${zoneWord(time.from)})? ${amount}.`)
              }
            >
              Suggest in chat
            </Button>
          )}
          <IconButton icon={CalendarPlus} label={`Add to calendar: ${when}`} onClick={addToCalendar} />
        </div>
      </div>
    </li>
  );
}

/** Cuts long names within a sentence; the team's list above shows them in full. */
const listedName = 'inline-block max-w-36 truncate align-bottom underline underline-offset-2';

/** More members than this, of a large team, are named once the reader asks for them. */
const NAMED_MAX = 4;

function Names({ members, me }: { members: readonly TeamHoursMember[]; me: number }) {
  const [isWhole, setWhole] = useState(false);
  // The name of one more takes no more room than the button.
  const named = isWhole || members.length <= NAMED_MAX + 1 ? members : members.slice(0, NAMED_MAX);
  return (
    <>
      {named.map(({ id, name }, index) => (
        <Fragment key={id}>
          {index > 0 && ' '}
          {/* Keeps the comma on the line of its name. */}
          <span className="whitespace-nowrap">
            {id === me ? 'you' : <MemberName id={id} name={name} className={listedName} />}
            {index < named.length - 1 && ','}
          </span>
        </Fragment>
      ))}
      {named.length < members.length && (
        <>
          {' and '}
          <button
            ref={passFocusOn}
            type="button"
            className="inline underline underline-offset-2 hover:no-underline"
            onClick={() => setWhole(true)}
          >
            {members.length - named.length} others
          </button>
        </>
      )}
    </>
  );
}

/** Fetches a team's hours, again with each refresh. A temporary failure leaves the shown hours. `again` retries. */
function useTeamHours(projectId: number): [Hours | 'loading' | 'failed', again: () => void] {
  const [hours, setHours] = useState<Hours | 'loading' | 'failed'>('loading');
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    let isShown = true;
    const startCall = callOrder();
    const load = async () => {
      const isNewest = startCall();
      const answer = await request('GET /api/projects/:id/hours', { params: { id: projectId } });
      const isAnswered = answer.ok || !isTemporary(answer.error);
      // An answer that a later call's has overtaken may still have the hours of a member who has been blocked since.
      if (!isShown || !isNewest(isAnswered)) return true;
      if (answer.ok) setHours(answer.value.data);
      else setHours((before) => (isAnswered || before === 'loading' ? 'failed' : before));
      return isAnswered;
    };
    // A block changes the answer: blocked members don't count for each other.
    const stops = [showLists([{ load }]), blocks.onChange(load)];
    return () => {
      isShown = false;
      for (const stop of stops) stop();
    };
  }, [projectId, tries]);
  const again = () => {
    setHours('loading');
    setTries((count) => count + 1);
  };
  return [hours, again];
}
