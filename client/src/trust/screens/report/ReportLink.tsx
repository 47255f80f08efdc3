import { Flag } from 'lucide-react';
import { Button } from '../../../ui/button/Button';
import { type ReportSubject, reportDialog } from '../../state/report-dialog';

/** The button on a page that reports its member or project. */
export function ReportLink({ subject, children }: { subject: ReportSubject; children: string }) {
  return (
    <Button variant="ghost" className="justify-self-start" onClick={() => reportDialog.open(subject)}>
      <Flag aria-hidden className="size-4" />
      {children}
    </Button>
  );
}
