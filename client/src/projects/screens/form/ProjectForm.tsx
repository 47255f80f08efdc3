import { PROJECT_CATEGORIES, projectLimits } from '@sangam/shared/projects/limits';
import type { ReactNode } from 'react';
import { useSkillList } from '../../../lib/text/completion';
import { useFormSuggestions } from '../../../people/state/form-suggestions';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { Input } from '../../../ui/form/Input';
import { Select } from '../../../ui/form/Select';
import { SuggestedInput } from '../../../ui/form/SuggestedInput';
import { Textarea } from '../../../ui/form/Textarea';
import { type Refusal, useForm } from '../../../ui/form/use-form';
import { PinnedDialogActions } from '../../../ui/overlay/Dialog';
import { categoryLabel } from '../parts/project-labels';
import { type CheckedProject, checkProject, type ProjectValues } from './project-form';
import { RolesPart } from './RolesPart';

interface ProjectFormProps {
  /** The form's name, and the label of its button. */
  name: string;
  values: ProjectValues;
  onChange: (values: ProjectValues) => void;
  /** Sends the checked fields. Returns null on success. */
  send: (body: CheckedProject) => Promise<Refusal | null>;
  /** Buttons before the main one. */
  children?: ReactNode;
}

/** The form for a new or an edited project. */
export function ProjectForm({ name, values, onChange, send, children }: ProjectFormProps) {
  const known = useFormSuggestions();
  const completion = useSkillList(values.skills);
  const change = (part: Partial<ProjectValues>) => onChange({ ...values, ...part });
  const { field, failure, busy, submit } = useForm({ initial: {}, check: () => checkProject(values), send });

  return (
    <form noValidate onSubmit={submit} className="grid gap-4" aria-label={name}>
      <Input
        label="Title"
        name="title"
        value={values.title}
        onChange={(event) => change({ title: event.target.value })}
        {...field('title')}
      />
      <Textarea
        label="Description"
        name="description"
        value={values.description}
        onChange={(event) => change({ description: event.target.value })}
        {...field('description')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Category"
          name="category"
          value={values.category}
          onChange={(event) => change({ category: event.target.value })}
          {...field('category')}
        >
          <option value="">Choose a category</option>
          {PROJECT_CATEGORIES.map((category) => (
            <option key={category} value={category}>
              {categoryLabel(category)}
            </option>
          ))}
        </Select>
        <Input
          type="number"
          label="Max members"
          name="max_members"
          hint="Including you"
          inputMode="numeric"
          min={projectLimits.membersMin}
          max={projectLimits.membersMax}
          value={values.maxMembers}
          onChange={(event) => change({ maxMembers: event.target.value })}
          {...field('max_members')}
        />
      </div>
      <Input
        type="number"
        label="Answer join requests within (days)"
        name="answer_days"
        inputMode="numeric"
        min={projectLimits.answerDaysMin}
        max={projectLimits.answerDaysMax}
        hint="Applicants see the deadline. Unanswered requests expire after it."
        value={values.answerDays}
        onChange={(event) => change({ answerDays: event.target.value })}
        {...field('answer_days')}
      />
      <SuggestedInput
        label="Required skills (optional)"
        name="required_skills"
        hint="Comma-separated, for example React, Python, Figma"
        autoComplete="off"
        value={values.skills}
        onText={(skills) => change({ skills })}
        known={known.skills}
        completion={completion}
        {...field('required_skills')}
      />
      <RolesPart
        roles={values.roles}
        maxMembers={values.maxMembers}
        onChange={(roles) => change({ roles })}
        field={field}
      />
      <Input
        label="Timeline (optional)"
        name="timeline"
        placeholder="8 weeks from May"
        value={values.timeline}
        onChange={(event) => change({ timeline: event.target.value })}
        {...field('timeline')}
      />
      <Textarea
        label="Questions for applicants (optional)"
        name="questions"
        rows={3}
        hint="One per line, up to three. Applicants answer them in the Join form."
        value={values.questions}
        onChange={(event) => change({ questions: event.target.value })}
        {...field('questions')}
      />
      <PinnedDialogActions failure={failure}>
        {children}
        <OnlineButton type="submit" variant="primary" busy={busy}>
          {name}
        </OnlineButton>
      </PinnedDialogActions>
    </form>
  );
}
