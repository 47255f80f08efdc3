import { oneValue, useSkillList } from '../../../lib/text/suggest';
import { SuggestedInput } from '../../../ui/form/SuggestedInput';
import type { FieldState } from '../../../ui/form/use-form';
import { useSuggestions } from '../../state/suggestions';
import type { ProfileValues } from './profile-form';

interface CollegeAndSkillsProps {
  values: Pick<ProfileValues, 'college' | 'skills'>;
  onChange: (part: Partial<ProfileValues>) => void;
  field: (name: string) => FieldState;
  autoFocus?: boolean;
}

/** The two fields that creators decide by, completed from what other members have written. */
export function CollegeAndSkills({ values, onChange, field, autoFocus = false }: CollegeAndSkillsProps) {
  const { colleges, skills } = useSuggestions();
  const completion = useSkillList(values.skills);
  return (
    <>
      <SuggestedInput
        label="College"
        name="college"
        autoComplete="organization"
        autoFocus={autoFocus}
        value={values.college}
        onText={(college) => onChange({ college })}
        known={colleges}
        completion={oneValue}
        {...field('college')}
      />
      <SuggestedInput
        label="Skills"
        name="skills"
        hint="Comma-separated, for example React, Python, Figma"
        autoComplete="off"
        value={values.skills}
        onText={(skills) => onChange({ skills })}
        known={skills}
        completion={completion}
        {...field('skills')}
      />
    </>
  );
}
