import type { User } from '@sangam/shared/contract/users';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { request } from '../../api/client';
import { errorText, fieldErrors } from '../../api/errors';
import { updateUser } from '../../stores/session';
import { Banner } from '../../ui/Banner';
import { Button } from '../../ui/Button';
import { Input } from '../../ui/Input';
import { useForm } from '../../ui/use-form';
import { checkProfile, type ProfileValues, profileValues } from './profile-form';

/** Name, college, skills and the GitHub link. What was typed outlives a failure. */
export function ProfileForm({ user, onDone }: { user: User; onDone: () => void }) {
  const [values, setValues] = useState(() => profileValues(user));
  const change = (part: Partial<ProfileValues>) => setValues((before) => ({ ...before, ...part }));
  const { field, failure, busy, submit } = useForm({
    check: () => checkProfile(values),
    send: async (profile) => {
      const answer = await request('PUT /api/users/profile', { body: profile });
      if (!answer.ok)
        return { text: errorText(answer.error, 'Failed to update profile'), errors: fieldErrors(answer.error) };
      updateUser(answer.value.user);
      toast.success('Profile updated successfully!');
      onDone();
      return null;
    },
  });

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
      <Input
        label="College"
        name="college"
        autoComplete="organization"
        value={values.college}
        onChange={(event) => change({ college: event.target.value })}
        {...field('college')}
      />
      <Input
        label="Skills"
        name="skills"
        hint="Comma-separated, for example React, Python, Figma"
        value={values.skills}
        onChange={(event) => change({ skills: event.target.value })}
        {...field('skills')}
      />
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
