import { type RemovablePart, removableParts } from '@sangam/shared/core/reports';
import type { ReportCase } from '@sangam/shared/trust/moderation';
import { Checkbox } from '../../../ui/form/Checkbox';

/** The parts' names, as the member's page has them. */
export const partLabels: Record<RemovablePart, string> = {
  picture: 'Picture',
  headline: 'Headline',
  about: 'About',
  looks_for: 'Looking for',
  takes_roles: 'Roles',
  college: 'College',
  skills: 'Skills',
  github_link: 'GitHub',
  links: 'Links',
};

/** The parts of the member's page that are in the evidence. */
export const reportedParts = ({ reports }: ReportCase): RemovablePart[] =>
  removableParts.filter((part) =>
    reports.some(({ evidence: { member } }) => {
      const reported = member?.[part === 'picture' ? 'pictures' : part];
      return !!reported?.length;
    }),
  );

interface PartsToRemoveProps {
  reported: readonly RemovablePart[];
  parts: readonly RemovablePart[];
  onChange: (parts: RemovablePart[]) => void;
}

/** The reported parts, each with a choice to remove it. */
export const PartsToRemove = ({ reported, parts, onChange }: PartsToRemoveProps) => (
  <fieldset className="grid gap-1">
    <legend className="text-sm">Parts to remove</legend>
    {reported.map((part) => (
      <Checkbox
        key={part}
        label={partLabels[part]}
        checked={parts.includes(part)}
        onChange={({ target }) =>
          onChange(reported.filter((each) => (each === part ? target.checked : parts.includes(each))))
        }
      />
    ))}
    <p className="text-muted text-sm">Parts that the member has changed since the report stay.</p>
  </fieldset>
);
