import type { DeviceSession } from '@sangam/shared/people/account';
import { useRef } from 'react';
import toast from 'react-hot-toast/headless';
import { actFailureText } from '../../../core/api/errors';
import { passFocusOn } from '../../../lib/dom/pass-focus-on';
import { useStillRows } from '../../../lib/hooks/use-still-rows';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { Card } from '../../../ui/Card';
import { Decided } from '../../../ui/decision/Decided';
import { TimeAgo } from '../../../ui/TimeAgo';
import { endOtherSessions, endSession } from '../../state/account';

const nameOf = ({ device }: DeviceSession): string => device ?? 'Unknown device';

/** The member's sessions. Other devices can be logged out one by one or all at once; their rows stay until the reader has left the list. */
export function SignedInDevices({ sessions }: { sessions: DeviceSession[] }) {
  const logOut = async (session: DeviceSession) => {
    const answer = await endSession(session.id);
    if (answer.ok) toast.success(`${nameOf(session)} is logged out`);
    else toast.error(actFailureText(answer.error, 'Failed to log the device out'));
  };
  const logOutOthers = async () => {
    const answer = await endOtherSessions();
    if (answer.ok) toast.success('Your other devices are logged out');
    else toast.error(actFailureText(answer.error, 'Failed to log the devices out'));
  };
  const list = useRef<HTMLUListElement>(null);
  const rows = useStillRows(sessions, list);
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-base">Signed-in devices</h2>
        {sessions.some(({ is_this }) => !is_this) && (
          <OnlineButton ref={passFocusOn} size="sm" onClick={logOutOthers}>
            Log out all others
          </OnlineButton>
        )}
      </div>
      <ul ref={list} className="grid divide-y divide-line">
        {rows.map(({ item: session, isGone }) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
            <div className="min-w-0">
              <p className="wrap-anywhere font-medium text-sm">{nameOf(session)}</p>
              <p className="text-muted text-sm">
                {session.is_this ? (
                  'This device'
                ) : (
                  <>
                    Last used: <TimeAgo time={session.used_at} className="in-sentence" />
                  </>
                )}
                {session.network !== null && ` · ${session.network}`}
              </p>
            </div>
            {!session.is_this && (
              <Decided
                outcome={isGone ? 'Logged out' : null}
                className="-mr-3 shrink-0 *:data-outcome:justify-self-end *:data-outcome:pr-3"
              >
                <OnlineButton
                  size="sm"
                  variant="ghost"
                  aria-label={`Log out ${nameOf(session)}`}
                  onClick={() => logOut(session)}
                >
                  Log out
                </OnlineButton>
              </Decided>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
