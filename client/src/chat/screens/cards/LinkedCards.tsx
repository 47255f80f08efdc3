import { isolate } from '@sangam/shared/core/isolate';
import type { MemberCard } from '@sangam/shared/people/users';
import { projectLimits } from '@sangam/shared/projects/limits';
import { freeSeats, freeSeatsWords, takesRequests } from '@sangam/shared/projects/seats';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useSession } from '../../../core/session/session';
import { chatLink, chatPath } from '../../../lib/links/chat-link';
import type { LinkedPage } from '../../../lib/text/linked-pages';
import { StateChip } from '../../../projects/screens/parts/project-labels';
import type { ProjectEntity } from '../../../projects/state/project-table';
import { JoinButton } from '../../../requests/screens/join/JoinButton';
import { Avatar } from '../../../ui/Avatar';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { IconButton } from '../../../ui/button/IconButton';
import { cardClass } from '../../../ui/Card';
import { cx } from '../../../ui/cx';
import { MemberName, raisedName } from '../../../ui/MemberName';
import { LINKED_PX } from '../thread-items/row-height';
import { useLinkedMember, useLinkedProject } from './linked';

interface Own {
  /** True for the reader's own message. */
  own: boolean;
}

interface LinkedCardsProps extends Own {
  pages: readonly LinkedPage[];
  /** The title of the first page, if the message asks about that project. */
  askedTitle?: string | undefined;
}

/** Shows the projects and members linked in a message below it, live and as the reader may see them. */
export const LinkedCards = ({ pages, own, askedTitle }: LinkedCardsProps) =>
  pages.map((page, index) => {
    const [kind, id] = page.split('/');
    if (kind === 'messages') return <LinkedMember key={page} id={Number(id)} own={own} />;
    return <LinkedProject key={page} id={Number(id)} own={own} title={index === 0 ? askedTitle : undefined} />;
  });

/** `title`: the project's last known title, for one that has a card even if the reader may not see it. */
function LinkedProject({ id, own, title }: Own & { id: number; title: string | undefined }) {
  const project = useLinkedProject(id);
  return (
    <CardFrame own={own} shown={project === null ? (title === undefined ? null : {}) : project}>
      {project && <ProjectLine project={project} />}
      {project === null && title !== undefined && <UnavailableProject title={title} />}
    </CardFrame>
  );
}

const UnavailableProject = ({ title }: { title: string }) => (
  <article
    aria-label={`Project ${isolate(title)}`}
    className={cx(cardClass, 'flex w-[min(24rem,100%)] flex-col justify-center px-3.5')}
  >
    <p className="truncate font-medium">
      <bdi>{title}</bdi>
    </p>
    <p className="text-muted text-sm">No longer available</p>
  </article>
);

function LinkedMember({ id, own }: Own & { id: number }) {
  const member = useLinkedMember(id);
  return (
    <CardFrame own={own} shown={member}>
      {member && <MemberLine member={member} />}
    </CardFrame>
  );
}

/** Reserves the card's height until its content is known. Content that the reader may not see gets no card. */
function CardFrame({ own, shown, children }: Own & { shown: object | null | undefined; children: ReactNode }) {
  if (shown === null) return null;
  return (
    <div style={{ height: LINKED_PX }} className={cx('flex py-1', own && 'justify-end')}>
      {children}
    </div>
  );
}

/** Shows a linked project with a Join button. */
export function ProjectLine({ project }: { project: ProjectEntity }) {
  const { id, title, creator_id, creator_name, creator_gone } = project;
  return (
    <article
      aria-label={`Project ${isolate(title)}`}
      className={cx(cardClass, 'flex w-[min(24rem,100%)] items-center gap-3 px-3.5')}
    >
      <div className="min-w-0 flex-1">
        {/* Makes the link as high as a finger without moving the line below. */}
        <Link
          to={`/projects/${id}`}
          className="relative -my-2.5 block w-fit max-w-full truncate py-2.5 font-medium hover:underline"
        >
          <bdi>{title}</bdi>
        </Link>
        <p className="truncate text-muted text-sm">
          {takesRequests(project) && `${freeSeatsWords(freeSeats(project))} · `}
          <MemberName id={creator_id} name={creator_name} isGone={creator_gone} />
        </p>
      </div>
      <StateChip {...project} />
      <JoinButton project={project} />
    </article>
  );
}

export interface AskedProjectProps {
  projectId: number;
  /** Takes the project out of the message. */
  onRemove: () => void;
}

/** Names the project that the next message asks about, above the composer. */
export function AskedProject({ projectId, onRemove }: AskedProjectProps) {
  const project = useLinkedProject(projectId);
  if (!project) return null;
  return (
    <div className="mb-2 flex items-center gap-2 border-accent border-l-2 pl-3 text-sm">
      <p className="min-w-0 flex-1 truncate text-muted">
        About{' '}
        <Link to={`/projects/${projectId}`} className="font-medium text-fg hover:underline">
          <bdi>{project.title}</bdi>
        </Link>
      </p>
      <IconButton icon={X} label="Remove the project" onClick={onRemove} />
    </div>
  );
}

/** Shows a linked member with a Message button, except to the member and inside their conversation. */
export function MemberLine({ member: { id, name, college, skills } }: { member: MemberCard }) {
  const me = useSession((state) => state.user?.id);
  const isInOwnConversation = useLocation().pathname === chatPath(id);
  const more = skills.length - projectLimits.cardSkills;
  return (
    <article
      aria-label={`Member ${isolate(name)}`}
      className={cx(cardClass, 'flex w-[min(24rem,100%)] items-center gap-3 px-3.5')}
    >
      <Avatar id={id} name={name} />
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          <MemberName id={id} name={name} className={raisedName} />
        </p>
        {college !== '' && (
          <p className="truncate text-muted text-sm">
            <bdi>{college}</bdi>
          </p>
        )}
        {skills.length > 0 && (
          <p className="flex gap-1 text-muted text-xs">
            <span className="truncate">{skills.slice(0, projectLimits.cardSkills).join(', ')}</span>
            {more > 0 && <span className="shrink-0">{`+${more} more`}</span>}
          </p>
        )}
      </div>
      {id !== me && !isInOwnConversation && (
        <ButtonLink {...chatLink(id, name)} variant="secondary" size="sm" aria-label={`Message ${isolate(name)}`}>
          Message
        </ButtonLink>
      )}
    </article>
  );
}
