import { isolate } from '@sangam/shared/core/isolate';
import type { Interest } from '@sangam/shared/requests/interests';
import { type ReactNode, useEffect, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { errorText } from '../../../core/api/errors';
import { EmailLink } from '../../../people/screens/EmailAddress';
import { GithubLink } from '../../../people/screens/GithubLink';
import { MEMBER_SKILLS_MAX, SkillChips } from '../../../people/screens/SkillChips';
import { followHidden } from '../../../people/state/presence';
import { loadProject } from '../../../projects/state/project-pages';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { useAsk } from '../../../ui/decision/use-ask';
import { TimeAgo } from '../../../ui/TimeAgo';
import { useAtDeadline } from '../../state/at-deadline';
import { decideInterest, interests, isIncoming } from '../../state/interests';
import { RequestHead, requestRowClass } from '../parts/JoinRequestCard';
import { AnswerBy, interestWord, wordByName } from '../parts/request-details';
import { Decision } from './Decision';

interface IncomingInterestProps {
  interest: Interest;
  /** Continues after the name: "is interested in …". */
  about?: ReactNode;
  /** Other actions. */
  children?: ReactNode;
}

/** An interest with Approve and Deny while it's pending, then its outcome. */
export function IncomingInterest({ interest: listed, about, children }: IncomingInterestProps) {
  // A row that has left its list keeps showing the interest as it was listed.
  const known = interests.use(({ byId }) => byId[listed.id]);
  const interest = useAtDeadline(known && isIncoming(known) ? known : listed, 'denied');
  const [busy, setBusy] = useState(false);
  useFreshAddress(interest);
  const decide = async (status: 'approved' | 'denied'): Promise<boolean> => {
    setBusy(true);
    const answer = await decideInterest(interest, status);
    setBusy(false);
    if (answer.ok) toast.success(`Connection ${status}`);
    else toast.error(errorText(answer.error, 'Failed to update connection status'));
    return answer.ok;
  };
  const name = interest.requester_name;
  const deny = useAsk({
    label: 'Deny',
    name: `Deny ${isolate(name)}`,
    busy,
    question: `Deny ${isolate(name)}’s interest`,
    consequence: `${isolate(name)} is notified.`,
    yes: 'Deny interest',
    act: () => decide('denied'),
  });
  const isOver = interest.status !== 'pending';
  return (
    <article aria-label={`${isolate(name)}’s interest`} data-decision className={requestRowClass}>
      <RequestHead
        id={interest.requester_id}
        name={name}
        isGone={interest.requester_gone}
        when={<TimeAgo time={interest.created_at} />}
      >
        {about && <p>{about}</p>}
        {interest.requester_college && <p>{interest.requester_college}</p>}
      </RequestHead>
      <SkillChips skills={interest.requester_skills} max={MEMBER_SKILLS_MAX} />
      <div className="as-line flex flex-wrap gap-x-4 empty:hidden">
        {interest.requester_email && <EmailLink email={interest.requester_email} />}
        {interest.requester_github && <GithubLink link={interest.requester_github} />}
      </div>
      <div className="grid gap-2">
        <Decision
          accept={
            <OnlineButton
              size="sm"
              busy={busy}
              onClick={() => decide('approved')}
              aria-label={`Approve ${isolate(name)}`}
            >
              Approve
            </OnlineButton>
          }
          outcome={isOver ? wordByName(interestWord(interest)) : null}
          reject={deny.button}
          isOver={isOver}
          note={<AnswerBy request={interest} />}
        >
          {children}
        </Decision>
        {!isOver && deny.panel}
      </div>
    </article>
  );
}

/** Fetches an address again that the applicant may have hidden (`followHidden`). */
function useFreshAddress({ requester_id, requester_email, project_id }: Interest): void {
  const hasAddress = requester_email !== '';
  useEffect(
    () => (hasAddress ? followHidden([requester_id], () => loadProject(project_id)) : undefined),
    [hasAddress, requester_id, project_id],
  );
}
