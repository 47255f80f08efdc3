import { Flag } from 'lucide-react';
import { type ReportSubject, reportDialog } from '../../state/report-dialog';

/** The button on a page that reports its member or project. */
export function ReportLink({ subject, children }: { subject: ReportSubject; children: string }) {
  return (
    <button
      type="button"
      className="inline-flex min-h-control-sm items-center gap-1.5 justify-self-start text-faint text-sm hover:text-fg hover:underline"
      onClick={() => reportDialog.open(subject)}
    >
      <Flag aria-hidden className="size-4" />
      {children}
    </button>
  );
}
