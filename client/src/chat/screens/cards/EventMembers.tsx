import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import { Avatar } from '../../../ui/Avatar';
import { MemberName } from '../../../ui/MemberName';
import { Dialog } from '../../../ui/overlay/Dialog';
import { isMember, type LineEvents, sentenceOf } from './team-events';

interface EventMembersProps {
  events: LineEvents;
  me: number;
  onClose: () => void;
}

/** Names all members of a line about a team, in the order in which it happened. */
export function EventMembers({ events, me, onClose }: EventMembersProps) {
  const former = events.filter((event) => !isMember(event)).length;
  return (
    <Dialog open onOpenChange={onClose} title={`${events.length} members ${sentenceOf(events, me)?.text ?? ''}`}>
      <ul>
        {events.filter(isMember).map(({ id, user_id = 0, user_name = FORMER_MEMBER }) => (
          <li key={id} className="flex min-h-control items-center gap-3">
            <Avatar id={user_id} name={user_name} size="sm" />
            <span className="min-w-0">
              <MemberName id={user_id} name={user_name} />
              {user_id === me && ' (you)'}
            </span>
          </li>
        ))}
        {former > 0 && (
          <li className="flex min-h-control items-center text-muted">
            {former === 1 ? FORMER_MEMBER : `${former} former members`}
          </li>
        )}
      </ul>
    </Dialog>
  );
}
