import { oneValue, useSkillList } from '../../../lib/text/completion';
import { Still } from '../../../ui/decision/StillRow';
import { SuggestedInput } from '../../../ui/form/SuggestedInput';
import type { FormState } from '../../../ui/form/use-form';
import { useFormSuggestions } from '../../state/form-suggestions';

interface InputProps<F extends string> {
  form: Pick<FormState<Record<F, string>>, 'values' | 'field'> & { change: (part: Record<F, string>) => void };
  autoFocus?: boolean;
}

/** The college, with suggestions from other members' profiles. */
export function CollegeInput({ form, autoFocus = false }: InputProps<'college'>) {
  return (
    <SuggestedInput
      label="College"
      name="college"
      autoComplete="organization"
      autoFocus={autoFocus}
      value={form.values.college}
      onText={(college) => form.change({ college })}
      known={useFormSuggestions().colleges}
      completion={oneValue}
      {...form.field('college')}
    />
  );
}

/** The skills, with suggestions from other members' profiles. `isNew`: the member has none yet. */
export function SkillsInput({ form, isNew, autoFocus = false }: InputProps<'skills'> & { isNew: boolean }) {
  const { skills: known, mayHaveSkills = known.length > 0 } = useFormSuggestions();
  return (
    <Still>
      <SuggestedInput
        label="Skills"
        name="skills"
        hint="Comma-separated, for example React, Python, Figma"
        autoComplete="off"
        autoFocus={autoFocus}
        value={form.values.skills}
        onText={(skills) => form.change({ skills })}
        known={known}
        completion={useSkillList(form.values.skills)}
        holdsPlace={isNew && mayHaveSkills}
        {...form.field('skills')}
      />
    </Still>
  );
}
