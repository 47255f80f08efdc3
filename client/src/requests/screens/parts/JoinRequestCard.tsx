import { isolate } from '@sangam/shared/core/isolate';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { MEMBER_SKILLS_MAX, SkillChips } from '../../../people/screens/SkillChips';
import { Avatar } from '../../../ui/Avatar';
import { cx } from '../../../ui/cx';
import { LongText } from '../../../ui/LongText';
import { MemberName, raisedWholeName } from '../../../ui/MemberName';

/** Layout of a row in which a member asks for an answer. */
export const requestRowClass = 'grid content-start gap-3 p-4 sm:p-5';

interface RequestHeadProps {
  id: number;
  name: string;
  isGone?: boolean | undefined;
  when: ReactNode;
  /** Goes on after the name: "wants to join …". */
  children?: ReactNode;
}

/** The first lines of a request, an interest, an invitation or a transfer: the member, what they ask, and when. */
export function RequestHead({ id, name, isGone, when, children }: RequestHeadProps) {
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Avatar id={id} name={name} />
      <div className="min-w-0 flex-1 basis-32 self-center">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h3 className="min-w-0 text-base">
            <MemberName id={id} name={name} isGone={isGone} className={raisedWholeName} />
          </h3>
          <span className="text-faint text-xs">{when}</span>
        </div>
        <div className="text-muted text-sm">{children}</div>
      </div>
    </div>
  );
}

interface ProjectTitleLinkProps {
  /** null once the project is deleted. */
  id: number | null;
  title: string;
}

/** The title of the project that the member asks about, linked unless the project is deleted. */
export const ProjectTitleLink = ({ id, title }: ProjectTitleLinkProps) =>
  id === null ? (
    <bdi className="font-medium text-fg">{title}</bdi>
  ) : (
    <Link to={`/projects/${id}`} className="font-medium text-fg hover:underline">
      <bdi>{title}</bdi>
    </Link>
  );

interface JoinRequestCardProps {
  request: JoinRequest;
  when: ReactNode;
  /** Names the project, by default as a link. Null on the project's own page, where the title is the heading. */
  project?: ReactNode;
  /** It has just arrived and is highlighted for a moment. */
  fresh?: boolean;
  /** Shown below the skills: the applicant's answers, the buttons and what follows. */
  children: ReactNode;
}

/** The id of the element that shows a join request. */
export const requestElementId = (id: number): string => `request-${id}`;

/** The requested role: " as Design". Renders nothing without one. */
export const AsRole = ({ name }: { name: string | undefined }) =>
  name === undefined ? null : (
    <>
      {' '}
      as <span className="font-medium text-fg">{isolate(name)}</span>
    </>
  );

/** A join request, in a list or a card: applicant, project, message and skills. */
export function JoinRequestCard({
  request,
  when,
  project = <ProjectTitleLink id={request.project_id} title={request.project_title} />,
  fresh,
  children,
}: JoinRequestCardProps) {
  return (
    <article
      id={requestElementId(request.id)}
      aria-label={`${isolate(request.user_name)}’s join request`}
      tabIndex={-1}
      data-decision
      className={cx(requestRowClass, 'rounded-lg', fresh && 'animate-arrive')}
    >
      <RequestHead id={request.user_id} name={request.user_name} isGone={request.user_gone} when={when}>
        {(project || request.role_name) && (
          <>
            {request.status === 'pending' ? 'wants' : 'asked'} to join {project}
            <AsRole name={request.role_name} />
          </>
        )}
      </RequestHead>
      <LongText text={request.message} of={`${isolate(request.user_name)}’s message`} />
      <SkillChips skills={request.user_skills} max={MEMBER_SKILLS_MAX} />
      {children}
    </article>
  );
}
