import {
  decisionsOn,
  type ModeratorDecision,
  type ReportReason,
  reportReasons,
  reportReasonWords,
} from '@sangam/shared/core/reports';
import type { ReportCase } from '@sangam/shared/trust/moderation';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { errorText, fieldErrors, isConflict } from '../../../core/api/errors';
import { Button } from '../../../ui/button/Button';
import { Card } from '../../../ui/Card';
import { Select } from '../../../ui/form/Select';
import { useForm } from '../../../ui/form/use-form';
import { Banner } from '../../../ui/page/Banner';
import { decideCase, loadCase } from '../../state/moderation';
import { checkNote, NoteField } from './NoteField';
import { decisionWords } from './report-words';

const choices: Record<ModeratorDecision, string> = {
  dismiss: 'Dismiss: nothing is wrong',
  warn: 'Warn the member',
  hide: 'Hide the project from all but its team',
  suspend: 'Suspend the member',
};

const results: Record<ModeratorDecision, string> = {
  dismiss: 'The member is told nothing.',
  warn: 'The member is notified and mailed, with the reason.',
  hide: 'Requests that wait end. The creator is told.',
  suspend:
    'They are signed out everywhere and cannot sign in, and their projects are hidden. They are mailed, with the reason.',
};

/** Decides on all that waits about the same. */
export function DecisionForm({ found }: { found: ReportCase }) {
  const [decision, setDecision] = useState<ModeratorDecision>('dismiss');
  const [reason, setReason] = useState<ReportReason>(found.reports[0]?.reason ?? 'other');
  const [note, setNote] = useState('');
  const { field, failure, busy, submit } = useForm({
    check: () => checkNote(note),
    send: async (checked) => {
      const answer = await decideCase(found.id, { decision, reason, note: checked });
      if (answer.ok) {
        toast.success(decisionWords[decision]);
        return null;
      }
      if (isConflict(answer.error)) await loadCase(found.id);
      return { text: errorText(answer.error, 'Failed to save the decision'), errors: fieldErrors(answer.error) };
    },
  });
  return (
    <Card>
      <form noValidate onSubmit={submit} className="grid gap-4" aria-label="Decide">
        <h2 className="text-base">Decide</h2>
        {failure && <Banner tone="error">{failure}</Banner>}
        <Select
          label="Decision"
          name="decision"
          hint={results[decision]}
          value={decision}
          onChange={(event) => setDecision(event.target.value as ModeratorDecision)}
        >
          {decisionsOn(found.kind).map((one) => (
            <option key={one} value={one}>
              {choices[one]}
            </option>
          ))}
        </Select>
        {decision !== 'dismiss' && (
          <Select
            label="Reason told to the member"
            name="reason"
            value={reason}
            onChange={(event) => setReason(event.target.value as ReportReason)}
          >
            {reportReasons.map((one) => (
              <option key={one} value={one}>
                {reportReasonWords[one]}
              </option>
            ))}
          </Select>
        )}
        <NoteField value={note} onChange={setNote} state={field('note')} />
        <Button
          type="submit"
          variant={decision === 'suspend' ? 'danger' : 'primary'}
          busy={busy}
          className="justify-self-start"
        >
          Decide
        </Button>
      </form>
    </Card>
  );
}
