import type { User } from '@sangam/shared/people/users';
import { oneValue, useSkillList } from '../../../lib/text/completion';
import { Still } from '../../../ui/decision/StillRow';
import { Checkbox } from '../../../ui/form/Checkbox';
import { Form } from '../../../ui/form/Form';
import { Input } from '../../../ui/form/Input';
import { SuggestedInput } from '../../../ui/form/SuggestedInput';
import { useFormSuggestions } from '../../state/form-suggestions';
import { listingMeaning } from '../listing-meaning';
import { useProfileForm, useWelcomeForm } from './profile-form';

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
      <CollegeAndSkills form={form} isNew={user.skills.length === 0} />
      <Input
        label="GitHub link (optional)"
        type="url"
        autoComplete="url"
        hint="Your user name, or github.com/you"
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
      <CollegeAndSkills autoFocus form={form} isNew={user.skills.length === 0} />
      <Checkbox label="Show me in Find people" hint={listingMeaning} {...form.box('listed')} />
    </Form>
  );
}

interface CollegeAndSkillsProps {
  form: ReturnType<typeof useProfileForm>;
  /** The member has no skills yet. */
  isNew: boolean;
  autoFocus?: boolean;
}

/** The two fields that creators look at first, with suggestions from other members' profiles. */
function CollegeAndSkills({ form: { values, change, field }, isNew, autoFocus = false }: CollegeAndSkillsProps) {
  const { colleges, skills, mayHaveSkills = skills.length > 0 } = useFormSuggestions();
  const completion = useSkillList(values.skills);
  return (
    <>
      <SuggestedInput
        label="College"
        name="college"
        autoComplete="organization"
        autoFocus={autoFocus}
        value={values.college}
        onText={(college) => change({ college })}
        known={colleges}
        completion={oneValue}
        {...field('college')}
      />
      <Still>
        <SuggestedInput
          label="Skills"
          name="skills"
          hint="Comma-separated, for example React, Python, Figma"
          autoComplete="off"
          value={values.skills}
          onText={(text) => change({ skills: text })}
          known={skills}
          completion={completion}
          holdsPlace={isNew && mayHaveSkills}
          {...field('skills')}
        />
      </Still>
    </>
  );
}
