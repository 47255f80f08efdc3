import type { MemberCard } from '@sangam/shared/people/users';
import { projectLimits } from '@sangam/shared/projects/limits';
import { useLocation } from 'react-router-dom';
import { useSession } from '../../../core/session/session';
import { chatLink, chatPath } from '../../../lib/links/chat-link';
import { Avatar } from '../../../ui/Avatar';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { cardClass } from '../../../ui/Card';
import { cx } from '../../../ui/cx';

/** A member in a message, with Message: not of oneself, nor in the conversation with them. */
export function MemberLine({ member: { id, name, college, skills } }: { member: MemberCard }) {
  const me = useSession((state) => state.user?.id);
  const isHere = useLocation().pathname === chatPath(id);
  const more = skills.length - projectLimits.cardSkills;
  return (
    <article
      aria-label={`Member ${name}`}
      className={cx(cardClass, 'flex w-[min(24rem,100%)] items-center gap-3 px-3.5')}
    >
      <Avatar id={id} name={name} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">
          <bdi>{name}</bdi>
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
      {id !== me && !isHere && (
        <ButtonLink {...chatLink(id, name)} variant="secondary" size="sm" aria-label={`Message ${name}`}>
          Message
        </ButtonLink>
      )}
    </article>
  );
}
