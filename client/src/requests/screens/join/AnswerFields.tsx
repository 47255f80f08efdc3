import { requestLimits } from '@sangam/shared/requests/limits';
import type { FieldState } from '../../../ui/form/field-errors';
import { Textarea } from '../../../ui/form/Textarea';
import { answerField, type JoinDraft } from './join-draft';

interface AnswerFieldsProps {
  questions: readonly string[];
  answers: JoinDraft['answers'];
  onChange: (answers: JoinDraft['answers']) => void;
  field: (name: string) => FieldState;
}

/** The creator's questions, each with a field for its answer. */
export function AnswerFields({ questions, answers, onChange, field }: AnswerFieldsProps) {
  return questions.map((question, place) => (
    <Textarea
      key={question}
      label={question}
      name={answerField(place)}
      rows={2}
      required
      maxLength={requestLimits.questionAnswerMaxChars * 2}
      value={answers[question] ?? ''}
      onChange={(event) => onChange({ ...answers, [question]: event.target.value })}
      {...field(answerField(place))}
    />
  ));
}
