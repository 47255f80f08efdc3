import { isLonger } from '@sangam/shared/core/text';
import type { NotificationChoicesBody } from '@sangam/shared/notices/choices';
import { noticeLimits } from '@sangam/shared/notices/limits';
import { peopleLimits } from '@sangam/shared/people/limits';
import { splitSkills } from '@sangam/shared/people/profile';
import { useState } from 'react';
import { useSkillList } from '../../../lib/text/suggest';
import { useSuggestions } from '../../../people/state/suggestions';
import { SuggestedInput } from '../../../ui/form/SuggestedInput';

interface FollowedSkillsProps {
  skills: readonly string[];
  onChange: (body: NotificationChoicesBody) => void;
}

const faultOf = (skills: readonly string[]): string | undefined => {
  if (skills.length > noticeLimits.followedSkillsMax) return `At most ${noticeLimits.followedSkillsMax} skills`;
  const isTooLong = skills.some((skill) => isLonger(skill, peopleLimits.skillMaxChars));
  return isTooLong ? `Each skill can have at most ${peopleLimits.skillMaxChars} characters` : undefined;
};

/** Which skills the member follows: they are told of new projects that need one. What is typed counts on Enter, and when the field is left. */
export function FollowedSkills({ skills, onChange }: FollowedSkillsProps) {
  const [text, setText] = useState(skills.join(', '));
  const known = useSuggestions().skills;
  const completion = useSkillList(text);
  const typed = splitSkills(text);
  const error = faultOf(typed);
  const commit = () => {
    if (error === undefined && typed.join() !== skills.join()) onChange({ followed_skills: typed });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        commit();
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) commit();
      }}
    >
      <SuggestedInput
        label="Tell me of new projects that need"
        name="followed_skills"
        hint="Up to 10 skills, comma-separated. All new projects of a day in one notification."
        autoComplete="off"
        value={text}
        onText={setText}
        known={known}
        completion={completion}
        error={error}
        invalid={error !== undefined}
      />
    </form>
  );
}
