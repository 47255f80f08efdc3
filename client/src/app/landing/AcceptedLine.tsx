import { Check } from 'lucide-react';
import { exampleRequest } from './vignette-data';

/** What is left of the request once it is accepted. */
export function AcceptedLine() {
  return (
    <p className="flex items-center gap-2 rounded-lg border border-line bg-surface px-4 py-2.5 text-muted text-sm">
      <Check aria-hidden className="size-4" />
      <span>
        <span className="font-medium text-fg">{exampleRequest.user_name}</span> joined the team.
      </span>
    </p>
  );
}
