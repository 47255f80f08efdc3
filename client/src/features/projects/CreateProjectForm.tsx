import type { FieldErrors } from '@sangam/shared/contract/common';
import { limits, PROJECT_CATEGORIES } from '@sangam/shared/rules/limits';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { errorText } from '../../api/errors';
import { createProject } from '../../stores/projects';
import { currentUserId } from '../../stores/session';
import { Banner } from '../../ui/Banner';
import { Button } from '../../ui/Button';
import { categoryLabels } from '../../ui/category';
import { Input } from '../../ui/Input';
import { Select } from '../../ui/Select';
import { Textarea } from '../../ui/Textarea';
import { useSubmit } from '../../ui/use-submit';
import { checkProject, type ProjectValues } from './project-form';

interface CreateProjectFormProps {
  values: ProjectValues;
  onChange: (values: ProjectValues) => void;
  onDone: () => void;
}

/** Title, description, category, members, skills, timeline. */
export function CreateProjectForm({ values, onChange, onDone }: CreateProjectFormProps) {
  const [errors, setErrors] = useState<FieldErrors>([]);
  const [failure, setFailure] = useState('');
  const change = (part: Partial<ProjectValues>) => onChange({ ...values, ...part });
  const error = (field: string) => errors.find((item) => item.field === field)?.message;

  const [busy, submit] = useSubmit(async (form) => {
    setFailure('');
    if (currentUserId() === null) {
      toast.error('Please log in to create a project');
      return;
    }
    const checked = checkProject(values);
    setErrors(checked.ok ? [] : checked.errors);
    if (!checked.ok) {
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    const answer = await createProject(checked.value);
    if (answer.ok) {
      toast.success('Project created successfully!');
      onDone();
      return;
    }
    const text = errorText(answer.error, 'Failed to create project');
    if (answer.error.kind === 'server' && answer.error.errors) setErrors(answer.error.errors);
    setFailure(text);
    toast.error(text);
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-4" aria-label="Create Project">
      {failure && <Banner tone="error">{failure}</Banner>}
      <Input
        label="Title"
        name="title"
        maxLength={limits.titleMaxChars}
        value={values.title}
        onChange={(event) => change({ title: event.target.value })}
        error={error('title')}
      />
      <Textarea
        label="Description"
        name="description"
        maxLength={limits.descriptionMaxChars}
        value={values.description}
        onChange={(event) => change({ description: event.target.value })}
        error={error('description')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Category"
          name="category"
          value={values.category}
          onChange={(event) => change({ category: event.target.value })}
          error={error('category')}
        >
          <option value="">Choose a category</option>
          {PROJECT_CATEGORIES.map((category) => (
            <option key={category} value={category}>
              {categoryLabels[category]}
            </option>
          ))}
        </Select>
        <Input
          type="number"
          label="Max members"
          name="max_members"
          inputMode="numeric"
          min={limits.membersMin}
          max={limits.membersMax}
          value={values.maxMembers}
          onChange={(event) => change({ maxMembers: event.target.value })}
          error={error('max_members')}
        />
      </div>
      <Input
        label="Required skills"
        name="required_skills"
        hint="Separated by commas, such as React, Python, Figma"
        value={values.skills}
        onChange={(event) => change({ skills: event.target.value })}
        error={error('required_skills')}
      />
      <Input
        label="Timeline (optional)"
        name="timeline"
        placeholder="8 weeks, from January"
        maxLength={limits.timelineMaxChars}
        value={values.timeline}
        onChange={(event) => change({ timeline: event.target.value })}
        error={error('timeline')}
      />
      <Button type="submit" variant="primary" busy={busy} block>
        Create Project
      </Button>
    </form>
  );
}
