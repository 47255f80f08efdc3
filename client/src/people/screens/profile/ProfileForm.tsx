import type { User } from '@sangam/shared/people/users';
import { Button } from '../../../ui/button/Button';
import { Input } from '../../../ui/form/Input';
import { Banner } from '../../../ui/page/Banner';
import { CollegeAndSkills } from './CollegeAndSkills';
import { useProfileForm } from './use-profile-form';

/** Name, college, skills and the GitHub link. What was typed outlives a failure. */
export function ProfileForm({ user, onDone }: { user: User; onDone: () => void }) {
  const { values, change, field, failure, busy, submit } = useProfileForm(user, onDone);

  return (
    <form noValidate onSubmit={submit} className="grid gap-4" aria-label="Edit Profile">
      <h2 className="text-lg">Edit Profile</h2>
      {failure && <Banner tone="error">{failure}</Banner>}
      <Input
        label="Name"
        name="name"
        autoComplete="name"
        autoFocus
        value={values.name}
        onChange={(event) => change({ name: event.target.value })}
        {...field('name')}
      />
      <CollegeAndSkills values={values} field={field} onChange={change} />
      <Input
        label="GitHub link (optional)"
        name="github_link"
        type="url"
        autoComplete="url"
        placeholder="github.com/you"
        value={values.github}
        onChange={(event) => change({ github: event.target.value })}
        {...field('github_link')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={busy}>
          Save changes
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
