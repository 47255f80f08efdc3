import type { ListedMember } from '@sangam/shared/app/find-people';
import { isolate } from '@sangam/shared/core/isolate';
import { X } from 'lucide-react';
import { useMemo } from 'react';
import toast from 'react-hot-toast/headless';
import { actFailureText } from '../../core/api/errors';
import { useFocusKept } from '../../lib/hooks/use-focus-kept';
import { useStillRows } from '../../lib/hooks/use-still-rows';
import { WhyItFits } from '../../people/screens/WhyItFits';
import { dismissMember } from '../../people/state/suggested-people';
import { InviteButton } from '../../requests/screens/invitations/InviteButton';
import { invitations } from '../../requests/state/invitations';
import { requests } from '../../requests/state/requests';
import { Avatar } from '../../ui/Avatar';
import { ButtonLink } from '../../ui/button/ButtonLink';
import { OnlineIconButton } from '../../ui/button/IconButton';
import { Card } from '../../ui/Card';
import { cx } from '../../ui/cx';
import { StillRow } from '../../ui/decision/StillRow';
import { MemberName, raisedWholeName } from '../../ui/MemberName';
import { CardFoot, footLook } from '../../ui/page/CardFoot';

interface PeopleWhoFitProps {
  projectId: number;
  members: readonly ListedMember[];
}

/**
 * Members who fit one of the reader's own projects, with the reasons, Invite, and a button that dismisses them for good. An invited or
 * dismissed member's row stays until the reader rests outside the list, so that a second press dismisses nobody else.
 */
export function PeopleWhoFit({ projectId, members }: PeopleWhoFitProps) {
  const list = useFocusKept();
  const rows = useStillRows(useUninvited(projectId, members), list);
  return (
    <Card flush>
      {rows.length === 0 && <p className="px-4 py-3 text-muted sm:px-5 text-sm">No more suggestions for now.</p>}
      <ul ref={list} className="divide-y divide-line">
        {rows.map(({ item: member, isGone }) => (
          <StillRow key={member.id} className={cx(isGone && 'opacity-60')}>
            <div className="flex flex-wrap items-start gap-x-3 gap-y-2 p-4 sm:px-5">
              <Avatar id={member.id} name={member.name} />
              <div className="min-w-0 flex-1 basis-48">
                <h3 className="text-base">
                  <MemberName id={member.id} name={member.name} className={raisedWholeName} />
                </h3>
                {member.headline !== '' && (
                  <p className="wrap-anywhere line-clamp-1 text-muted text-sm">
                    <bdi>{member.headline}</bdi>
                  </p>
                )}
                <WhyItFits fit={member} />
              </div>
              <div inert={isGone} className="-mr-3 ml-auto flex items-center gap-1 inert:invisible">
                <SuggestedActs member={member} projectId={projectId} />
              </div>
            </div>
          </StillRow>
        ))}
      </ul>
      <CardFoot>
        <ButtonLink {...footLook} to={`/collaborators?project=${projectId}`}>
          See more people who fit
        </ButtonLink>
      </CardFoot>
    </Card>
  );
}

function SuggestedActs({ member: { id, name, skills }, projectId }: { member: ListedMember; projectId: number }) {
  const dismiss = async () => {
    const error = await dismissMember(id);
    if (error) toast.error(actFailureText(error, 'Couldn’t save this'));
  };
  return (
    <>
      <InviteButton invitee={{ id, name, projectId, skills }} />
      <OnlineIconButton icon={X} label={`Don’t suggest ${isolate(name)} again`} onClick={dismiss} />
    </>
  );
}

/** Returns the suggested members without those who have just been invited, or whose request is pending or accepted. */
function useUninvited(projectId: number, members: readonly ListedMember[]): readonly ListedMember[] {
  const invited = invitations.use((state) => state.byId);
  const asked = requests.use((state) => state.byId);
  return useMemo(() => {
    const applicants = Object.values(asked).filter(({ status }) => status === 'pending' || status === 'accepted');
    const known = new Set(
      [...Object.values(invited), ...applicants].flatMap((item) =>
        item.project_id === projectId ? [item.user_id] : [],
      ),
    );
    return members.filter(({ id }) => !known.has(id));
  }, [invited, asked, projectId, members]);
}
