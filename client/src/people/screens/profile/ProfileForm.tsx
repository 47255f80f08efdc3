import type { User } from '@sangam/shared/people/users';
import { Checkbox } from '../../../ui/form/Checkbox';
import { Form } from '../../../ui/form/Form';
import { Input } from '../../../ui/form/Input';
import { listingMeaning } from '../listing-meaning';
import { useProfileForm, useWelcomeForm } from './profile-form';
import { CollegeInput, SkillsInput } from './profile-inputs';

interface ProfileFormProps {
  user: User;
  onDone: () => void;
}

/** Name, college, skills and the GitHub link. */
export function ProfileForm({ user, onDone }: ProfileFormProps) {
  const form = useProfileForm(user, onDone);
  const heading = <h2 className="text-lg">Edit Profile</h2>;
  return (
    <Form
      form={form}
      label="Edit Profile"
      heading={heading}
      submit="Save changes"
      onCancel={form.cancel}
      onEscape={onDone}
    >
      <Input label="Name" autoComplete="name" autoFocus {...form.text('name')} />
      <CollegeInput form={form} />
      <SkillsInput form={form} isNew={user.skills.length === 0} />
      <Input
        label="GitHub link (optional)"
        type="url"
        autoComplete="url"
        hint="Your username, or github.com/you"
        {...form.text('github_link')}
      />
    </Form>
  );
}

/** College and skills alone; the rest of the profile can wait. */
export function WelcomeForm({ user, onDone }: ProfileFormProps) {
  const form = useWelcomeForm(user, onDone);
  return (
    <Form form={form} label="Welcome" submit="Save and continue">
      <CollegeInput form={form} autoFocus />
      <SkillsInput form={form} isNew={user.skills.length === 0} />
      <Checkbox label="Show me in Find people" hint={listingMeaning} {...form.box('listed')} />
    </Form>
  );
}
