import { profileCompletion } from '@sangam/shared/people/profile';
import type { User } from '@sangam/shared/people/users';
import { Card } from '../../../ui/Card';

/** How much of the profile is filled in, and what is missing. */
export function Completion({ user }: { user: User }) {
  const { percent, missing } = profileCompletion(user);
  return (
    <Card className="grid gap-3">
      <h2 className="text-base">Profile completion</h2>
      <progress
        aria-label="Profile completion"
        max={100}
        value={percent}
        className="h-1.5 w-full forced-color-adjust-none appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-fg [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-fg"
      />
      <p className="text-muted text-sm">
        <span className="tabular">{percent}% completion</span>
        {missing.length > 0 && <span className="block">Missing: {missing.join(', ')}</span>}
      </p>
    </Card>
  );
}
