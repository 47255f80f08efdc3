import { Flag } from 'lucide-react';
import { type ReportSubject, setReportDialog } from '../stores/report-dialog';
import { Button } from '../ui/Button';

/** Reports a member or a project, from beside what is shown of it. */
export function ReportLink({ subject, children }: { subject: ReportSubject; children: string }) {
  return (
    <Button variant="ghost" className="justify-self-start" onClick={() => setReportDialog(subject)}>
      <Flag aria-hidden className="size-4" />
      {children}
    </Button>
  );
}
