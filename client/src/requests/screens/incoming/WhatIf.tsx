import { addedTo, coverageOf, coverageWords } from '@sangam/shared/projects/coverage';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { Checkbox } from '../../../ui/form/Checkbox';

interface WhatIfProps {
  required: readonly string[];
  /** What the present team knows. */
  team: readonly string[];
  freeSeats: number;
  /** The requests that the creator has ticked. */
  chosen: readonly JoinRequest[];
}

/** Which required skills the team has, or would have together with those who are ticked below. */
export function WhatIf({ required, team, freeSeats, chosen }: WhatIfProps) {
  const words = coverageWords(coverageOf(required, [...team, ...chosen.flatMap(({ user_skills }) => user_skills)]));
  const names = chosen.map(({ user_name }) => user_name).join(', ');
  return (
    <div className="mb-3 grid gap-1 text-sm">
      <p role="status" className="break-words">
        {chosen.length === 0 ? `The team has ${words}.` : `With ${names} the team would have ${words}.`}
        {chosen.length > freeSeats && ` Free seats: ${freeSeats}.`}
      </p>
      <p className="text-muted">Tick requests to see which required skills the team would have with them.</p>
    </div>
  );
}

interface AddsProps extends Pick<WhatIfProps, 'required' | 'team'> {
  request: JoinRequest;
  checked: boolean;
  onCheck: (checked: boolean) => void;
}

/** What one request adds to the team, and the box that counts it in. */
export function Adds({ required, team, request, checked, onCheck }: AddsProps) {
  const added = addedTo({ required, team }, request.user_skills);
  const words = added.length > 0 ? `Adds ${added.join(', ')}` : 'Adds no missing skill';
  return (
    <Checkbox
      label={words}
      aria-label={`${words}: count ${request.user_name} in`}
      checked={checked}
      onChange={(event) => onCheck(event.target.checked)}
    />
  );
}
