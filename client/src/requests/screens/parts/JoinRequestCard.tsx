import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { SkillChips } from '../../../people/screens/SkillChips';
import { Avatar } from '../../../ui/Avatar';
import { Button } from '../../../ui/button/Button';
import { cardClass } from '../../../ui/Card';
import { cx } from '../../../ui/cx';
import { LongText } from '../../../ui/LongText';

interface JoinRequestCardProps {
  request: JoinRequest;
  when: ReactNode;
  onDecide: (status: 'accepted' | 'rejected') => unknown;
  /** The first button's label, or null if the request can't be accepted. */
  accept?: string | null;
  /** A decision is being sent: the buttons are busy. */
  busy?: boolean;
  /** It has just arrived and is highlighted for a moment. */
  fresh?: boolean;
  /** Stands below the skills. */
  note?: ReactNode;
  /** Further actions, such as a link to message the applicant. */
  children?: ReactNode;
}

/** A join request: applicant, project, skills, message and the two answers. */
export function JoinRequestCard({
  request,
  when,
  onDecide,
  accept = 'Accept',
  busy = false,
  fresh,
  note,
  children,
}: JoinRequestCardProps) {
  return (
    <article className={cx(cardClass, 'flex flex-col gap-3 p-4 sm:p-5', fresh && 'animate-arrive')}>
      <div className="flex items-start gap-3">
        <Avatar id={request.user_id} name={request.user_name} />
        <div className="min-w-0 flex-1">
          <h3 className="truncate text-base">{request.user_name}</h3>
          <p className="text-muted text-sm">
            wants to join{' '}
            <Link to={`/projects/${request.project_id}`} className="font-medium text-fg hover:underline">
              {request.project_title}
            </Link>
          </p>
        </div>
        <span className="shrink-0 text-faint text-xs">{when}</span>
      </div>
      <LongText text={request.message} of={`the message of ${request.user_name}`} />
      <SkillChips skills={request.user_skills} />
      {note}
      <div className="flex flex-wrap gap-x-1 gap-y-2 sm:gap-x-2">
        {accept !== null && (
          <Button
            size="sm"
            busy={busy}
            onClick={() => onDecide('accepted')}
            aria-label={`${accept} ${request.user_name}`}
          >
            <Check aria-hidden className="size-4" />
            {accept}
          </Button>
        )}
        <Button
          size="sm"
          variant="ghost"
          busy={busy}
          onClick={() => onDecide('rejected')}
          aria-label={`Reject ${request.user_name}`}
          // Alone, it aligns with the text.
          className={accept === null ? '-ml-3' : undefined}
        >
          <X aria-hidden className="size-4" />
          Reject
        </Button>
        {children}
      </div>
    </article>
  );
}
