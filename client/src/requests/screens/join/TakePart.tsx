import { useEffect, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { errorText } from '../../../core/api/errors';
import { type Intent, intentLink, readIntent } from '../../../lib/links/next-path';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { PagePart } from '../../../lib/loading/page-parts';
import type { ProjectEntity } from '../../../projects/state/project-table';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { Card } from '../../../ui/Card';
import { toastSignIn } from '../../../ui/overlay/sign-in-toast';
import { showInterest, useMyInterest } from '../../state/interests';
import { useMyInvitation } from '../../state/invitations';
import type { JoinState } from '../../state/join-state';
import { isInvitedTo } from './JoinButton';
import { JoinStatus } from './JoinStatus';
import type { OwnInterestProps } from './OwnRequest';

interface TakePartProps {
  project: ProjectEntity;
  joinState: JoinState;
  isSignedIn: boolean;
}

/**
 * The look of the interest button by state; null hides it. Only one action is primary: joining or joining the waitlist, else Message on the
 * creator's card.
 */
const interestVariant: Record<JoinState, 'primary' | 'secondary' | null> = {
  visitor: 'secondary',
  stranger: 'secondary',
  // A request that is pending, on the waitlist or has a seat offer says more than interest.
  asked: null,
  // Neither a seat nor interest can be requested again yet.
  declined: null,
  full: 'secondary',
  closed: null,
  finished: null,
  member: null,
  creator: null,
};

/** The reader's state in the project, and their next actions. */
export function TakePart({ project, joinState, isSignedIn }: TakePartProps) {
  const intent = useIntent(project.id, isSignedIn);
  const [invitation, dropInvitation] = useShownInvitation(project.id);
  const variant = invitation?.status === 'pending' ? null : interestVariant[joinState];
  return (
    <Card data-place className="grid gap-3">
      <h2 className="text-base">Take part</h2>
      {!isSignedIn && <p className="text-muted text-sm">Login to request to connect with the project owner.</p>}
      {invitation && (
        <PagePart>
          <ProjectInvitation key={invitation.id} invitation={invitation} onLeave={dropInvitation} />
        </PagePart>
      )}
      <JoinStatus
        project={project}
        joinState={joinState}
        invited={isInvitedTo(project, invitation)}
        intended={intent === 'join'}
      />
      <InterestAction
        projectId={project.id}
        creator={project.creator_name}
        isSignedIn={isSignedIn}
        intended={intent === 'interest'}
        variant={variant}
      />
      {variant !== null && (
        <p className="text-faint text-sm">
          A join request asks for a seat in the team. Interest takes no seat: it shows the creator your profile.
        </p>
      )}
    </Card>
  );
}

/** Loaded late: few readers have an interest or an invitation. */
const OwnInterest = lazyPart<'OwnInterest', OwnInterestProps>(() => import('./OwnRequest'), 'OwnInterest');
const ProjectInvitation = lazyPart(() => import('../invitations/ProjectInvitation'), 'ProjectInvitation');

/** Returns the reader's invitation while it is pending, then its outcome until the returned function is called. */
function useShownInvitation(projectId: number) {
  const invitation = useMyInvitation(projectId);
  const isPending = invitation?.status === 'pending';
  const [shownId, setShownId] = useState<number | null>(null);
  if (isPending && shownId !== invitation.id) setShownId(invitation.id);
  const shown = isPending || invitation?.id === shownId ? invitation : undefined;
  return [shown, () => setShownId(null)] as const;
}

interface InterestActionProps {
  projectId: number;
  /** The creator's name. */
  creator: string;
  isSignedIn: boolean;
  /** The member came to show interest, so the button has the focus. */
  intended: boolean;
  /** The button's look, or null to show only earlier interest. */
  variant: 'primary' | 'secondary' | null;
}

/** I'm Interested, or the state of the member's interest. Denied interest may be shown again. */
function InterestAction({ projectId, creator, isSignedIn, intended, variant }: InterestActionProps) {
  const own = useMyInterest(projectId);
  const sendInterest = async () => {
    if (!isSignedIn) {
      toastSignIn('Please login to show interest', intentLink(projectId, 'interest'));
      return;
    }
    OwnInterest.preload();
    const answer = await showInterest(projectId);
    if (answer.ok) toast.success('Interest sent successfully!');
    else toast.error(errorText(answer.error, 'Failed to send interest'));
  };
  return (
    <>
      {own && (
        <PagePart>
          <OwnInterest key={own.id} interest={own} creator={creator} />
        </PagePart>
      )}
      {variant && own?.status !== 'pending' && own?.status !== 'approved' && (
        <OnlineButton variant={variant} block autoFocus={intended} onClick={sendInterest}>
          I'm Interested
        </OnlineButton>
      )}
    </>
  );
}

/**
 * Returns a member's intent from the address (`/projects/7?intent=join&role=3`) and clears it, so that a reload doesn't repeat
 * it. A visitor's address keeps it through the sign-in.
 */
function useIntent(projectId: number, isSignedIn: boolean): Intent | null {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const namedIntent = readIntent(query.get('intent'));
  const role = Number(query.get('role'));
  const [intent] = useState(namedIntent);
  useEffect(() => {
    if (!isSignedIn || namedIntent === null) return;
    // Loaded late, since few addresses name a role. The form uses the role once this has loaded.
    if (role > 0) void import('../roles/chosen-role').then(({ chooseRole }) => chooseRole(projectId, role));
    navigate({ search: '' }, { replace: true });
  }, [projectId, isSignedIn, namedIntent, role, navigate]);
  return isSignedIn ? intent : null;
}
