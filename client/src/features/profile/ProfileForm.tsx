import type { FieldErrors } from '@sangam/shared/contract/common';
import type { User } from '@sangam/shared/contract/users';
import { limits } from '@sangam/shared/rules/limits';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { request } from '../../api/client';
import { errorText } from '../../api/errors';
import { updateUser } from '../../stores/session';
import { Banner } from '../../ui/Banner';
import { Button } from '../../ui/Button';
import { Input } from '../../ui/Input';
import { useSubmit } from '../../ui/use-submit';
import { checkProfile, type ProfileValues, profileValues } from './profile-form';

/** Name, college, skills and the GitHub link. What was typed outlives a failure. */
export function ProfileForm({ user, onDone }: { user: User; onDone: () => void }) {
  const [values, setValues] = useState(() => profileValues(user));
  const [errors, setErrors] = useState<FieldErrors>([]);
  const [failure, setFailure] = useState('');
  const change = (part: Partial<ProfileValues>) => setValues((before) => ({ ...before, ...part }));
  const error = (field: string) => errors.find((item) => item.field === field)?.message;

  const [busy, submit] = useSubmit(async (form) => {
    const checked = checkProfile(values);
    setErrors(checked.ok ? [] : checked.errors);
    setFailure('');
    if (!checked.ok) {
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    const answer = await request('PUT /api/users/profile', { body: checked.value });
    if (answer.ok) {
      updateUser(answer.value.user);
      toast.success('Profile updated successfully!');
      onDone();
      return;
    }
    const text = errorText(answer.error, 'Failed to update profile');
    if (answer.error.kind === 'server' && answer.error.errors) setErrors(answer.error.errors);
    setFailure(text);
    toast.error(text);
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
        maxLength={limits.nameMaxChars}
        value={values.name}
        onChange={(event) => change({ name: event.target.value })}
        error={error('name')}
      />
      <Input
        label="College"
        name="college"
        autoComplete="organization"
        maxLength={limits.collegeMaxChars}
        value={values.college}
        onChange={(event) => change({ college: event.target.value })}
        error={error('college')}
      />
      <Input
        label="Skills"
        name="skills"
        hint="Separated by commas, such as React, Python, Figma"
        value={values.skills}
        onChange={(event) => change({ skills: event.target.value })}
        error={error('skills')}
      />
      <Input
        label="GitHub link (optional)"
        name="github_link"
        type="url"
        autoComplete="url"
        placeholder="github.com/you"
        maxLength={limits.urlMaxChars}
        value={values.github}
        onChange={(event) => change({ github: event.target.value })}
        error={error('github_link')}
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
