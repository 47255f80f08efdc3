import { type ReportReason, reportReasons, reportReasonWords } from '@sangam/shared/core/reports';
import { charCount, cleanText } from '@sangam/shared/core/text';
import { trustLimits } from '@sangam/shared/trust/limits';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { errorText, fieldErrors } from '../../core/api/errors';
import { Button } from '../../ui/button/Button';
import { Select } from '../../ui/form/Select';
import { Textarea } from '../../ui/form/Textarea';
import { useForm } from '../../ui/form/use-form';
import { Dialog } from '../../ui/overlay/Dialog';
import { Banner } from '../../ui/page/Banner';
import { type ReportSubject, reportDialog } from '../state/report-dialog';
import { sendReport } from '../state/reports';

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

function ReportForm({ subject, onDone }: { subject: ReportSubject; onDone: () => void }) {
  const [reason, setReason] = useState<ReportReason | ''>('');
  const [words, setWords] = useState('');
  const length = charCount(cleanText(words));
  const { field, failure, busy, submit } = useForm({
    check: () =>
      reason === ''
        ? { ok: false, errors: [{ field: 'reason', message: 'Please choose a reason.' }] }
        : { ok: true, value: { reason, words: cleanText(words) } },
    send: async (report) => {
      const answer = await sendReport(subject, report);
      if (!answer.ok)
        return { text: errorText(answer.error, 'Failed to send the report'), errors: fieldErrors(answer.error) };
      toast.success('Thank you. Moderators will look at it.');
      onDone();
      return null;
    },
  });
  return (
    <form noValidate onSubmit={submit} className="grid gap-4" aria-label="Report">
      {failure && <Banner tone="error">{failure}</Banner>}
      <Select
        label="Reason"
        name="reason"
        value={reason}
        onChange={(event) => setReason(event.target.value as ReportReason)}
        {...field('reason')}
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
        name="words"
        rows={4}
        maxLength={MAX * 2}
        hint={
          <span className={length > MAX ? 'tabular text-danger-text' : 'tabular'}>
            {length} of {MAX} characters
          </span>
        }
        value={words}
        onChange={(event) => setWords(event.target.value)}
        {...field('words')}
      />
      <div className="grid gap-2 sm:grid-cols-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Report
        </Button>
      </div>
    </form>
  );
}
