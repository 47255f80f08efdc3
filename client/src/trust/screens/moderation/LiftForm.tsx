import { useState } from 'react';
import toast from 'react-hot-toast';
import { errorText, fieldErrors } from '../../../core/api/errors';
import { Button } from '../../../ui/button/Button';
import { Card } from '../../../ui/Card';
import { useForm } from '../../../ui/form/use-form';
import { Banner } from '../../../ui/page/Banner';
import { liftFrom } from '../../state/moderation';
import { checkNote, NoteField } from './NoteField';

interface LiftFormProps {
  caseId: number;
  what: Parameters<typeof liftFrom>[1];
  title: string;
  /** What the button says. */
  yes: string;
}

/** Takes back what a moderator did. */
export function LiftForm({ caseId, what, title, yes }: LiftFormProps) {
  const [note, setNote] = useState('');
  const { field, failure, busy, submit } = useForm({
    check: () => checkNote(note),
    send: async (checked) => {
      const answer = await liftFrom(caseId, what, checked);
      if (!answer.ok) return { text: errorText(answer.error, 'Failed to save'), errors: fieldErrors(answer.error) };
      toast.success('Saved');
      return null;
    },
  });
  return (
    <Card>
      <form noValidate onSubmit={submit} className="grid gap-4" aria-label={yes}>
        <h2 className="wrap-anywhere text-base">{title}</h2>
        {failure && <Banner tone="error">{failure}</Banner>}
        <NoteField value={note} onChange={setNote} state={field('note')} />
        <Button type="submit" busy={busy} className="justify-self-start">
          {yes}
        </Button>
      </form>
    </Card>
  );
}
