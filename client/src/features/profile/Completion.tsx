import { Card } from '../../ui/Card';

// Fixed by specification (section 9): not counted from the profile.
const COMPLETION_PERCENT = 85;

/** The completion bar. */
export function Completion() {
  return (
    <Card className="grid gap-3">
      <h2 className="text-base">Profile completion</h2>
      <progress
        aria-label="Profile completion"
        max={100}
        value={COMPLETION_PERCENT}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-fg [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-fg"
      />
      <p className="tabular text-muted text-sm">{COMPLETION_PERCENT}% completion</p>
    </Card>
  );
}
