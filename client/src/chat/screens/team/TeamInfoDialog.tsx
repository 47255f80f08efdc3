import type { TeamInfo } from '@sangam/shared/chat/teams';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../../../core/session/session';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { usePresence } from '../../../people/state/presence';
import { Avatar } from '../../../ui/Avatar';
import { MemberName } from '../../../ui/MemberName';
import { Dialog } from '../../../ui/overlay/Dialog';
import { PresenceLabel } from '../../../ui/PresenceLabel';
import { Skeleton } from '../../../ui/page/Skeleton';
import { useTeamInfo } from '../../state/team/team-infos';
import { useTeam } from '../../state/teams';
import { insertLine } from '../composer/insert-text';
import { ContentsTabs } from '../contents/ContentsTabs';
import { PinnedList } from '../pins/PinBar';
import { useShownPins } from '../pins/use-shown-pins';
import { TeamNotify } from './TeamNotify';

const TeamHours = lazyPart(() => import('../../../people/screens/hours/TeamHours'), 'TeamHours');

interface TeamInfoDialogProps {
  conversation: ConversationKey;
  name: string;
  onClose: () => void;
}

/** Shows a team's members, pinned messages, files and links, and what new members can read. */
export function TeamInfoDialog({ conversation, name, onClose }: TeamInfoDialogProps) {
  const info = useTeamInfo(conversation);
  const team = useTeam(conversation);
  const projectId = team?.project_id ?? info?.project_id;
  // Waits until the dialog has returned the focus to its button.
  const suggest = (text: string) => {
    onClose();
    setTimeout(() => setTimeout(() => insertLine(conversation, text)));
  };
  const pins = useShownPins(conversation);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={name}
      description="New members can read everything from the first message."
    >
      <ContentsTabs conversation={conversation} onLeave={onClose} about={about()} />
    </Dialog>
  );

  function about() {
    return (
      <div className="grid gap-5">
        {/* Placed before the members, of whom there may be many. */}
        <TeamNotify conversation={conversation} />
        <section aria-label="Members">
          <h3 className="eyebrow mb-1">Members</h3>
          {info === undefined ? (
            Array.from({ length: team?.member_count ?? 1 }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike
              <div key={row} className="flex min-h-control items-center">
                <Skeleton className="h-8 w-full" />
              </div>
            ))
          ) : (
            <ul>
              {info.participants.map((each) => (
                <MemberRow key={each.id} {...each} />
              ))}
            </ul>
          )}
          {projectId !== undefined && (
            <p className="mt-1 text-muted text-sm">
              To leave the team or change its members, open{' '}
              <Link to={`/projects/${projectId}`} className="underline underline-offset-2 hover:no-underline">
                the project’s page
              </Link>
              .
            </p>
          )}
        </section>
        <section aria-label="Pinned messages">
          <h3 className="eyebrow mb-1">Pinned messages</h3>
          {pins.length === 0 ? (
            <p className="text-muted text-sm">No pinned messages. Pin a message from its menu.</p>
          ) : (
            <PinnedList conversation={conversation} name={name} pins={pins} onLeave={onClose} />
          )}
        </section>
        {/* Placed last, since its height is known only once it has loaded. */}
        {projectId !== undefined && (
          <section aria-label="When your team is free">
            <h3 className="eyebrow mb-1">When your team is free</h3>
            <Suspense fallback={<Skeleton className="h-60" />}>
              <TeamHours projectId={projectId} title={name} onSuggest={suggest} />
            </Suspense>
          </section>
        )}
      </div>
    );
  }
}

/** A member, with their address if another member has the same name. */
function MemberRow({ id, name, email, is_creator }: TeamInfo['participants'][number]) {
  const me = useSession((state) => state.user?.id ?? 0);
  const known = usePresence(id);
  const isMe = id === me;
  const online = isMe || known?.is_online;
  return (
    <li className="flex min-h-control items-center gap-3">
      <Avatar id={id} name={name} size="sm" online={online} />
      <span className="min-w-0 flex-1 text-sm">
        <span className="flex">
          <MemberName id={id} name={name} className="min-w-control-sm truncate" />
          {isMe && <span className="shrink-0 whitespace-pre"> (you)</span>}
        </span>
        <span className="block text-faint text-xs">
          {email && <span className="wrap-anywhere block">{email}</span>}
          {is_creator && 'Creator'}
          {is_creator && known && !isMe && ' · '}
          {known && !isMe && <PresenceLabel presence={known} />}
        </span>
      </span>
    </li>
  );
}
