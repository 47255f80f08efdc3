import type { Activity } from '@sangam/shared/app/dashboard';
import type { NotificationItem } from '@sangam/shared/notices/notifications';

/** The activities of notifications that have another name. */
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

/** The steps before each outcome. Once there is an outcome, its line replaces theirs. */
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

/** Leaves out the steps of each outcome: the newest of each kind before it, in the same project with the same member. */
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
 * The lines whose event neither a newer line reports nor another section of the dashboard shows as a pending request, interest or
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
  /** Each notification stands for one line, the newest. */
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
