import { type ReportReason, reportReasons, reportReasonWords } from '@sangam/shared/core/reports';
import { charCount, cleanText } from '@sangam/shared/core/text';
import { trustLimits } from '@sangam/shared/trust/limits';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { request } from '../../core/api/client';
import { type Result, refusalOf } from '../../core/api/errors';
import { Button } from '../../ui/button/Button';
import { Form } from '../../ui/form/Form';
import { Select } from '../../ui/form/Select';
import { Textarea } from '../../ui/form/Textarea';
import { useForm } from '../../ui/form/use-form';
import { Dialog } from '../../ui/overlay/Dialog';
import { type ReportSubject, reportDialog } from '../state/report-dialog';

const MAX = trustLimits.reportWordsMaxChars;

const titleOf = (subject: ReportSubject): string => {
  if (subject.kind === 'message') return 'Report this message';
  return `Report ${subject.name}`;
};

const seen: Record<ReportSubject['kind'], string> = {
  message: 'Moderators see this message and up to five before and after it. The other member is not told who reported.',
  member: 'Moderators see the profile as it is now. The member is not told who reported.',
  project: 'Moderators see the title and description as they are now. The creator is not told who reported.',
};

/** Reports a message, a member or a project to the moderators (R16.1). */
export function ReportDialog() {
  const subject = reportDialog.use();
  const close = () => reportDialog.close();
  return (
    <Dialog
      open={subject !== null}
      onOpenChange={(open) => !open && close()}
      title={subject ? titleOf(subject) : 'Report'}
      {...(subject && { description: seen[subject.kind] })}
    >
      {subject && <ReportForm subject={subject} onDone={close} />}
    </Dialog>
  );
}

/** Sends a report of what the member sees. */
async function sendReport(subject: ReportSubject, reason: ReportReason, words: string): Promise<Result<unknown>> {
  const seq = subject.kind === 'message' ? { seq: subject.seq } : {};
  const body = { kind: subject.kind, id: subject.id, ...seq, reason, ...(words === '' ? {} : { words }) };
  return request('POST /api/reports', { body });
}

function ReportForm({ subject, onDone }: { subject: ReportSubject; onDone: () => void }) {
  const [reason, setReason] = useState<ReportReason | ''>('');
  const form = useForm({
    initial: { words: '' },
    check: ({ words }) =>
      reason === ''
        ? { ok: false, errors: [{ field: 'reason', message: 'Please choose a reason.' }] }
        : { ok: true, value: { reason, words: cleanText(words) } },
    send: async (report: { reason: ReportReason; words: string }) => {
      const answer = await sendReport(subject, report.reason, report.words);
      if (!answer.ok) return refusalOf(answer.error, 'Failed to send the report');
      toast.success('Thank you. Moderators will look at it.');
      onDone();
      return null;
    },
  });
  const length = charCount(cleanText(form.values.words));
  const actions = (
    <div className="grid gap-2 sm:grid-cols-2">
      <Button onClick={onDone}>Cancel</Button>
      <Button type="submit" variant="primary" busy={form.busy}>
        Report
      </Button>
    </div>
  );
  return (
    <Form form={form} label="Report" actions={actions}>
      <Select
        label="Reason"
        name="reason"
        value={reason}
        onChange={(event) => setReason(event.target.value as ReportReason)}
        {...form.field('reason')}
      >
        <option value="" disabled>
          Choose one
        </option>
        {reportReasons.map((one) => (
          <option key={one} value={one}>
            {reportReasonWords[one]}
          </option>
        ))}
      </Select>
      <Textarea
        label="What is wrong? (optional)"
        rows={4}
        maxLength={MAX * 2}
        hint={
          <span className={length > MAX ? 'tabular text-danger-text' : 'tabular'}>
            {length} of {MAX} characters
          </span>
        }
        {...form.text('words')}
      />
    </Form>
  );
}
