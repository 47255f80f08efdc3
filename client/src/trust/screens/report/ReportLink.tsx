import { Flag } from 'lucide-react';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { type ReportSubject, reportDialog } from '../../state/report-dialog';

/** The button on a page that reports its member or project. */
export function ReportLink({ subject, children }: { subject: ReportSubject; children: string }) {
  return (
    <OnlineButton
      size="sm"
      variant="ghost"
      className="-ml-3 justify-self-start"
      onClick={() => reportDialog.open(subject)}
    >
      <Flag aria-hidden className="size-4" />
      {children}
    </OnlineButton>
  );
}
