import { Chip } from '../../ui/Chip';

/** Skills shown for a member in a list; the member's page shows all of them. */
export const MEMBER_SKILLS_MAX = 8;

interface SkillChipsProps {
  skills: readonly string[];
  /** The number of skills before "+N more"; all by default. */
  max?: number;
  label?: string;
}

/** Skills as a list of chips. Renders nothing when there are none. */
export function SkillChips({ skills, max = skills.length, label = 'Skills' }: SkillChipsProps) {
  if (skills.length === 0) return null;
  const hidden = skills.length - max;
  return (
    <ul aria-label={label} className="flex min-w-0 flex-wrap gap-1.5">
      {skills.slice(0, max).map((skill) => (
        <li key={skill} className="flex min-w-0">
          <Chip>{skill}</Chip>
        </li>
      ))}
      {hidden > 0 && (
        <li className="flex">
          <Chip tone="line">{`+${hidden} more`}</Chip>
        </li>
      )}
    </ul>
  );
}
