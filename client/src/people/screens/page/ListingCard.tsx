import { peopleLimits } from '@sangam/shared/people/limits';
import type { User } from '@sangam/shared/people/users';
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { actFailureText } from '../../../core/api/errors';
import { useSession } from '../../../core/session/session';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { Card } from '../../../ui/Card';
import { OnlineCheckbox } from '../../../ui/form/Checkbox';
import { editProfile } from '../../state/edit-profile';
import { listingMeaning } from '../listing-meaning';

const setListed = async (listed: boolean): Promise<void> => {
  const error = await editProfile({ listed });
  if (error) toast.error(actFailureText(error, 'Failed to save this setting'));
};

/** Whether strangers find the member, with the choice to change it. */
export function ListingCard() {
  const user = useSession((state) => state.user);
  const [busy, setBusy] = useState(false);
  if (user === null) return null;
  return (
    <Card className="grid gap-1">
      <h2 className="text-base">Find people</h2>
      <OnlineCheckbox
        label="Show me in Find people"
        hint={
          <>
            {isComplete(user) ? listingMeaning : `${listingMeaning} Add your college and skills to your profile first.`}{' '}
            After {peopleLimits.listedForDays} days without a visit, you aren’t listed until you return.
          </>
        }
        checked={user.listed === true}
        disabled={busy}
        onChange={async ({ target }) => {
          setBusy(true);
          await setListed(target.checked);
          setBusy(false);
        }}
      />
    </Card>
  );
}

const isComplete = ({ college, skills }: User): boolean => college !== '' && skills.length > 0;

/** Asks whether strangers may find the member, once the profile has college and skills. Renders nothing after an answer. */
export function AskListing() {
  const user = useSession((state) => state.user);
  if (user === null || user.listed !== undefined || !isComplete(user)) return null;
  return (
    <Card className="grid gap-3">
      <h2 className="text-base">Appear in Find people?</h2>
      <p className="text-muted text-sm">{listingMeaning} You can change this in your privacy settings.</p>
      <div className="flex flex-wrap gap-3">
        <OnlineButton onClick={() => setListed(true)}>Show me</OnlineButton>
        <OnlineButton variant="ghost" onClick={() => setListed(false)}>
          No, thanks
        </OnlineButton>
      </div>
    </Card>
  );
}
