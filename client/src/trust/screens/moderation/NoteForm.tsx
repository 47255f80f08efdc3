import type { Checked } from '@sangam/shared/core/field-errors';
import { cleanText } from '@sangam/shared/core/text';
import { trustLimits } from '@sangam/shared/trust/limits';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { refusalOf } from '../../../core/api/errors';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { Card } from '../../../ui/Card';
import { Form } from '../../../ui/form/Form';
import { Textarea, TextLength } from '../../../ui/form/Textarea';
import { type FormState, type Refusal, useForm } from '../../../ui/form/use-form';
import { liftFrom } from '../../state/moderation';

interface LiftFormProps {
  caseId: number;
  what: Parameters<typeof liftFrom>[1];
  /** False if there is nothing to lift, or nothing any longer. */
  isNeeded: boolean;
  title: string;
  /** The label of the button. */
  yes: string;
  /** Names the outcome, as “Suspension lifted”. */
  done: string;
}

/** Lifts a suspension or a hiding, then shows the outcome in place of the form. */
export function LiftForm({ caseId, what, isNeeded, title, yes, done }: LiftFormProps) {
  const outcome = useRef<HTMLHeadingElement>(null);
  const [isLifted, setLifted] = useState(false);
  const isDone = isLifted && !isNeeded;
  // The button that had the focus is gone.
  useEffect(() => {
    if (isDone) outcome.current?.focus();
  }, [isDone]);
  const form = useNoteForm(async (note) => {
    const answer = await liftFrom(caseId, what, note);
    if (!answer.ok) return refusalOf(answer.error, 'Failed to save the decision');
    toast.success(done);
    setLifted(true);
    return null;
  });
  if (isDone)
    return (
      <Card>
        <h3 ref={outcome} tabIndex={-1} className="text-base">
          {done}
        </h3>
      </Card>
    );
  if (!isNeeded) return null;
  const heading = <h3 className="wrap-anywhere text-base">{title}</h3>;
  return (
    <Card>
      <NoteForm form={form} label={yes} heading={heading} submit={yes} variant="secondary" />
    </Card>
  );
}

const NOTE_MAX = trustLimits.moderatorNoteMaxChars;

interface Note {
  note: string;
}

function checkNote({ note }: Note): Checked<string> {
  const value = cleanText(note);
  if (value !== '') return { ok: true, value };
  return { ok: false, errors: [{ field: 'note', message: 'Write a short note.' }] };
}

export const useNoteForm = (send: (note: string) => Promise<Refusal | null>): FormState<Note> =>
  useForm({ initial: { note: '' }, check: checkNote, send });

interface NoteFormProps {
  form: FormState<Note>;
  label: string;
  heading?: ReactNode;
  submit: string;
  variant: 'primary' | 'secondary' | 'danger';
  /** Whether the note gets the focus. */
  isFocused?: boolean;
  children?: ReactNode;
}

/** A form that ends with a note for moderators. */
export function NoteForm({ form, submit, variant, isFocused = false, children, ...rest }: NoteFormProps) {
  const field = useRef<HTMLDivElement>(null);
  // Without scrolling: nothing may move under a pointer that is about to press again.
  useEffect(() => {
    if (isFocused) field.current?.querySelector('textarea')?.focus({ preventScroll: true });
  }, [isFocused]);
  const actions = (
    <OnlineButton type="submit" variant={variant} busy={form.busy} className="wrap-anywhere justify-self-start">
      {submit}
    </OnlineButton>
  );
  return (
    <Form form={form} actions={actions} {...rest}>
      {children}
      <div ref={field}>
        <Textarea
          label="Note for moderators"
          rows={2}
          maxLength={NOTE_MAX * 2}
          hint={
            <>
              The member can’t see it. <TextLength text={form.values.note} max={NOTE_MAX} />
            </>
          }
          {...form.text('note')}
        />
      </div>
    </Form>
  );
}
