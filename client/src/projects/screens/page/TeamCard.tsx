import { isolate } from '@sangam/shared/core/isolate';
import { MessageCircle } from 'lucide-react';
import { type ReactNode, Suspense, useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { addToDraft } from '../../../chat/state/outbox/drafts';
import { useTeamOf } from '../../../chat/state/teams';
import { showPresence } from '../../../core/realtime/on-screen';
import { chatLink, conversationPath } from '../../../lib/links/chat-link';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { useMembers } from '../../../people/state/members';
import { usePresence } from '../../../people/state/presence';
import { reportDialog } from '../../../trust/state/report-dialog';
import { Avatar } from '../../../ui/Avatar';
import { IconLink } from '../../../ui/button/IconButton';
import { Card } from '../../../ui/Card';
import { cx } from '../../../ui/cx';
import { MemberName, raisedShortName } from '../../../ui/MemberName';
import { MoreMenu } from '../../../ui/overlay/MoreMenu';
import { PresenceLabel } from '../../../ui/PresenceLabel';
import { manageDialog } from '../../state/dialogs';
import type { ProjectEntity } from '../../state/project-table';
import { TeamChatLink } from '../parts/TeamChatLink';

// Only members of the team load it.
const TeamHours = lazyPart(() => import('../../../people/screens/hours/TeamHours'), 'TeamHours');

interface TeamCardProps {
  teamIds: readonly number[];
  /** The role's id of each member who has one, by member. */
  teamRoles: Readonly<Record<number, number | undefined>>;
  /** Email addresses of members who share their name with another, by member. */
  teamEmails?: Readonly<Record<number, string | undefined>> | undefined;
  project: ProjectEntity;
  userId: number | null;
  /** The card has the width of the page, for two columns of members. */
  isLarge?: boolean;
}

/**
 * The team without its creator, whose card is next to this one; for the creator, who has no such card, the whole team. Its members also see
 * when the team is free until the project is finished. Hidden from visitors and while the creator is alone.
 */
export function TeamCard({ teamIds, teamRoles, teamEmails, project, userId, isLarge }: TeamCardProps) {
  const creator = { id: project.creator_id, name: project.creator_name };
  const own = userId === creator.id;
  const others = useMembers(teamIds).filter(({ id }) => id !== creator.id);
  if (others.length === 0) return null;
  const isIn = own || others.some(({ id }) => id === userId);
  const partOf = (id: number): string => {
    const role = project.roles?.find((each) => each.id === teamRoles[id])?.name;
    return [id === creator.id && 'Creator', role, teamEmails?.[id]].filter(Boolean).join(' · ');
  };
  return (
    <>
      <Card className="@container grid gap-3">
        <h2 className="text-base">{own ? 'Team' : 'Other members'}</h2>
        {/* Members find the link next to their own seat. */}
        {own && <TeamChatLink projectId={project.id} size="md" block />}
        <ul className={cx('grid gap-x-8 gap-y-1', isLarge && '@xl:grid-cols-2')}>
          {(own ? [creator, ...others] : others).map(({ id, name }) => (
            <li key={id} className="flex min-h-control flex-wrap items-center gap-x-3">
              <Named id={id} name={name} isLive={id !== userId}>
                <MemberName id={id} name={name} className={raisedShortName} />
                {partOf(id) !== '' && <span className="wrap-anywhere block text-faint text-xs">{partOf(id)}</span>}
              </Named>
              {id === userId ? (
                <span className="text-faint text-sm">You</span>
              ) : (
                <>
                  <IconLink
                    icon={MessageCircle}
                    label={`Message ${isolate(name)}`}
                    className="-mr-2"
                    {...chatLink(id, name)}
                  />
                  <MoreMenu
                    name={name}
                    className="-mr-3"
                    items={[
                      ...(own
                        ? [
                            {
                              label: 'Remove from the team…',
                              needsServer: true,
                              isDestructive: true,
                              onChoose: () => manageDialog.open({ projectId: project.id, act: 'remove', userId: id }),
                            },
                          ]
                        : []),
                      {
                        label: 'Report member…',
                        needsServer: true,
                        onChoose: () => reportDialog.open({ kind: 'member', id, name }),
                      },
                    ]}
                  />
                </>
              )}
            </li>
          ))}
        </ul>
      </Card>
      {isIn && project.state !== 'finished' && (
        <TeamHoursCard project={project} key={others.map(({ id }) => id).join()} />
      )}
    </>
  );
}

/** A member's avatar and name. With `isLive`, also the presence that the reader may see: a dot, read out after the name. */
function Named({ id, name, isLive, children }: { id: number; name: string; isLive: boolean; children: ReactNode }) {
  useEffect(() => (isLive ? showPresence([id]) : undefined), [id, isLive]);
  const known = usePresence(id);
  const presence = isLive ? known : undefined;
  return (
    <>
      <Avatar id={id} name={name} size="sm" online={presence?.is_online} />
      <span className="min-w-0 flex-1 basis-16 text-sm">
        {children}
        {presence && (
          <span className="sr-only">
            <PresenceLabel presence={presence} />
          </span>
        )}
      </span>
    </>
  );
}

function TeamHoursCard({ project: { id, title } }: { project: ProjectEntity }) {
  const chat = useTeamOf(id)?.key;
  const navigate = useNavigate();
  const suggest = (text: string) => {
    if (chat === undefined) return;
    addToDraft(chat, text);
    void navigate(conversationPath(chat));
  };
  return (
    <Suspense>
      <Card className="col-span-full grid gap-3">
        <h2 className="text-base">When your team is free</h2>
        <TeamHours projectId={id} title={title} onSuggest={chat && suggest} />
      </Card>
    </Suspense>
  );
}
