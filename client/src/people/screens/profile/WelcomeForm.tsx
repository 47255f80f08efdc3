import type { User } from '@sangam/shared/people/users';
import { Button } from '../../../ui/button/Button';
import { Banner } from '../../../ui/page/Banner';
import { CollegeAndSkills } from './CollegeAndSkills';
import { useProfileForm } from './use-profile-form';

/** College and skills alone; the rest of the profile can wait. */
export function WelcomeForm({ user, onDone }: { user: User; onDone: () => void }) {
  const { values, change, field, failure, busy, submit } = useProfileForm(user, onDone);
  return (
    <form noValidate onSubmit={submit} className="grid gap-4" aria-label="Welcome">
      {failure && <Banner tone="error">{failure}</Banner>}
      <CollegeAndSkills autoFocus values={values} field={field} onChange={change} />
      <Button type="submit" variant="primary" busy={busy} block>
        Save and continue
      </Button>
    </form>
  );
}
