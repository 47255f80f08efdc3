import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { SkillChips } from '../../../people/screens/SkillChips';
import { Avatar } from '../../../ui/Avatar';
import { cardClass } from '../../../ui/Card';
import { cx } from '../../../ui/cx';
import { LongText } from '../../../ui/LongText';
import { MemberName, raisedName } from '../../../ui/MemberName';

interface JoinRequestCardProps {
  request: JoinRequest;
  when: ReactNode;
  /** A link to the project by default: null on its own page, where the title is the heading. */
  project?: ReactNode;
  /** It has just arrived and is highlighted for a moment. */
  fresh?: boolean;
  /** The answers and what follows them, below the skills. */
  children: ReactNode;
}

/** The id of the element that shows a join request. */
export const requestElementId = (id: number): string => `request-${id}`;

/** A join request: applicant, project, message and skills. */
export function JoinRequestCard({
  request,
  when,
  project = (
    <Link to={`/projects/${request.project_id}`} className="font-medium text-fg hover:underline">
      {request.project_title}
    </Link>
  ),
  fresh,
  children,
}: JoinRequestCardProps) {
  return (
    <article
      id={requestElementId(request.id)}
      tabIndex={-1}
      data-decision
      className={cx(cardClass, 'flex flex-col gap-3 p-4 sm:p-5', fresh && 'animate-arrive')}
    >
      <div className="flex flex-wrap items-start gap-3">
        <Avatar id={request.user_id} name={request.user_name} />
        <div className="min-w-0 flex-1 basis-32">
          <h3 className="text-base">
            <MemberName
              id={request.user_id}
              name={request.user_name}
              isGone={request.user_gone}
              className={raisedName}
            />
          </h3>
          {(project || request.role_name) && (
            <p className="text-muted text-sm">
              {request.status === 'pending' ? 'wants' : 'asked'} to join {project}
              {request.role_name && (
                <>
                  {' '}
                  as <span className="font-medium text-fg">{request.role_name}</span>
                </>
              )}
            </p>
          )}
        </div>
        <span className="shrink-0 text-faint text-xs">{when}</span>
      </div>
      <LongText text={request.message} of={`${request.user_name}’s message`} />
      <SkillChips skills={request.user_skills} />
      {children}
    </article>
  );
}
