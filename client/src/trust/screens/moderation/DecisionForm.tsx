import {
  decisionsOn,
  type ModeratorDecision,
  type ReportReason,
  reportReasons,
  reportReasonWords,
  type SuspensionDays,
  suspensionDays,
} from '@sangam/shared/core/reports';
import { charCount, cleanText } from '@sangam/shared/core/text';
import { trustLimits } from '@sangam/shared/trust/limits';
import type { ReportCase } from '@sangam/shared/trust/moderation';
import { type ReactNode, useState } from 'react';
import toast from 'react-hot-toast';
import { isConflict, refusalOf } from '../../../core/api/errors';
import { Button } from '../../../ui/button/Button';
import { Card } from '../../../ui/Card';
import { Form } from '../../../ui/form/Form';
import { Select } from '../../../ui/form/Select';
import { Textarea } from '../../../ui/form/Textarea';
import { type Checked, type FormState, type Refusal, useForm } from '../../../ui/form/use-form';
import { decideCase, liftFrom, loadCase } from '../../state/moderation';
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
const lengths: Record<SuspensionDays, string> = { 1: '1 day', 7: '7 days', 30: '30 days' };

/** Decides all open reports about the same member or project. */
export function DecisionForm({ found }: { found: ReportCase }) {
  const [decision, setDecision] = useState<ModeratorDecision>('dismiss');
  const [reason, setReason] = useState<ReportReason>(found.reports[0]?.reason ?? 'other');
  const [days, setDays] = useState<SuspensionDays | null>(7);
  const [words, setWords] = useState('');
  const form = useNoteForm(async (note) => {
    const toMember = cleanText(words);
    const terms = { ...(days !== null && { days }), ...(toMember !== '' && { words: toMember }) };
    const answer = await decideCase(found.id, { decision, reason, note, ...(decision === 'suspend' && terms) });
    if (answer.ok) {
      toast.success(decisionWords[decision]);
      return null;
    }
    if (isConflict(answer.error)) await loadCase(found.id);
    return refusalOf(answer.error, 'Failed to save the decision');
  });
  return (
    <NoteForm
      form={form}
      label="Decide"
      heading={<h2 className="text-base">Decide</h2>}
      submit="Decide"
      variant={decision === 'suspend' ? 'danger' : 'primary'}
    >
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
      {decision === 'suspend' && (
        <>
          <Select
            label="Suspend for"
            name="days"
            value={days ?? ''}
            onChange={(event) => setDays(suspensionDays.find((one) => String(one) === event.target.value) ?? null)}
          >
            {suspensionDays.map((one) => (
              <option key={one} value={one}>
                {lengths[one]}
              </option>
            ))}
            <option value="">Without end</option>
          </Select>
          <Textarea
            label="Message to the member (optional)"
            rows={3}
            maxLength={NOTE_MAX}
            hint="They read it when they sign in."
            name="words"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </>
      )}
    </NoteForm>
  );
}

interface LiftFormProps {
  caseId: number;
  what: Parameters<typeof liftFrom>[1];
  title: string;
  /** The label of the button. */
  yes: string;
}

/** Takes back a suspension or a hiding. */
export function LiftForm({ caseId, what, title, yes }: LiftFormProps) {
  const form = useNoteForm(async (note) => {
    const answer = await liftFrom(caseId, what, note);
    if (!answer.ok) return refusalOf(answer.error, 'Failed to save');
    toast.success('Saved');
    return null;
  });
  const heading = <h2 className="wrap-anywhere text-base">{title}</h2>;
  return <NoteForm form={form} label={yes} heading={heading} submit={yes} variant="secondary" />;
}

const NOTE_MAX = trustLimits.moderatorNoteMaxChars;

interface Note {
  note: string;
}

function checkNote({ note }: Note): Checked<string> {
  const value = cleanText(note);
  if (value !== '') return { ok: true, value };
  return { ok: false, errors: [{ field: 'note', message: 'Please write a short note.' }] };
}

const useNoteForm = (send: (note: string) => Promise<Refusal | null>): FormState<Note> =>
  useForm({ initial: { note: '' }, check: checkNote, send });

interface NoteFormProps {
  form: FormState<Note>;
  label: string;
  heading: ReactNode;
  submit: string;
  variant: 'primary' | 'secondary' | 'danger';
  children?: ReactNode;
}

/** A form that ends with a note for moderators. */
function NoteForm({ form, submit, variant, children, ...rest }: NoteFormProps) {
  const length = charCount(cleanText(form.values.note));
  const actions = (
    <Button type="submit" variant={variant} busy={form.busy} className="justify-self-start">
      {submit}
    </Button>
  );
  return (
    <Card>
      <Form form={form} actions={actions} {...rest}>
        {children}
        <Textarea
          label="Note for moderators"
          rows={3}
          maxLength={NOTE_MAX * 2}
          hint={
            <span className={length > NOTE_MAX ? 'tabular text-danger-text' : 'tabular'}>
              The member does not see it. {length} of {NOTE_MAX} characters
            </span>
          }
          {...form.text('note')}
        />
      </Form>
    </Card>
  );
}
