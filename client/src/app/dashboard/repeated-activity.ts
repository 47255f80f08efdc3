import type { Activity } from '@sangam/shared/app/dashboard';
import type { NotificationItem } from '@sangam/shared/notices/notifications';

/** The kind of activity for kinds of notifications with another name. */
const activityOf: Partial<Record<string, string>> = {
  'line:placed': 'waitlist:joined',
  'project:taken_over': 'transfer:done',
  'request:accepted': 'seat:taken',
  'seat:joined': 'member:joined',
  'seat:lapsed': 'seat:untaken',
  'seat:left': 'member:left',
  'seat:removed': 'seat:lost',
  'waitlist:lapsed': 'waitlist:over',
};

/** The kinds of steps that lead to each outcome. An outcome's line replaces those of its steps. */
const stepsTo: Partial<Record<string, readonly string[]>> = {
  'member:joined': ['request:received', 'invitation:sent'],
  'request:lapsed': ['request:received'],
  'invitation:lapsed': ['invitation:sent'],
  'seat:taken': ['request:sent', 'invitation:received', 'waitlist:joined', 'seat:offered'],
  'request:rejected': ['request:sent'],
  'request:withdrawn': ['request:sent'],
  'request:unanswered': ['request:sent'],
  'request:ended': ['request:sent'],
  'invitation:declined': ['invitation:received'],
  'invitation:unanswered': ['invitation:received'],
  'invitation:ended': ['invitation:received'],
  'interest:approved': ['interest:shown'],
  'interest:denied': ['interest:shown'],
  'interest:withdrawn': ['interest:shown'],
  'interest:unanswered': ['interest:shown'],
  'interest:ended': ['interest:shown'],
  'interest:lapsed': ['interest:received'],
};

/** Removes the steps of each outcome: the newest earlier line of each kind, in the same project and with the same member. */
function withoutSteps(lines: readonly Activity[]): Activity[] {
  const steps: { kind: string; project_id: Activity['project_id']; member_id: Activity['member_id'] }[] = [];
  return lines.filter(({ kind, project_id, member_id }) => {
    const at = steps.findIndex(
      (step) =>
        step.kind === kind &&
        step.project_id === project_id &&
        (step.member_id ?? member_id ?? null) === (member_id ?? step.member_id ?? null),
    );
    if (at !== -1) steps.splice(at, 1);
    for (const step of stepsTo[kind ?? ''] ?? []) steps.push({ kind: step, project_id, member_id });
    return at === -1;
  });
}

/** A pending request, interest or invitation from another member. */
interface Pending {
  project_id: number;
  member_id: number;
}

/**
 * Returns the lines, without those that a newer line replaces or that another section shows as a pending request, interest, invitation or
 * notification.
 */
export function withoutRepeated(
  lines: readonly Activity[],
  shown: {
    requests: readonly Pending[];
    interests: readonly Pending[];
    invitations?: readonly Pending[];
    missed: readonly NotificationItem[];
  },
): Activity[] {
  const pending: Partial<Record<string, readonly Pending[]>> = {
    'request:received': shown.requests,
    'interest:received': shown.interests,
    'invitation:received': shown.invitations ?? [],
  };
  const isPending = ({ kind, project_id, member_id }: Activity) => {
    const rows = pending[kind ?? ''] ?? [];
    return rows.some((row) => row.project_id === project_id && row.member_id === member_id);
  };
  const left = [...shown.missed];
  /** Each notification hides one line, the newest that matches. */
  const isMissed = ({ kind, project_id, member_id }: Activity) => {
    const at = left.findIndex(
      (item) =>
        (activityOf[item.kind] ?? item.kind) === kind &&
        item.project_id === project_id &&
        (member_id === null || member_id === undefined || item.actor?.id === member_id),
    );
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  };
  return withoutSteps(lines).filter((line) => !isPending(line) && !isMissed(line));
}
