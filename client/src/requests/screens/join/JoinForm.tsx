import { charCount, cleanText } from '@sangam/shared/core/text';
import type { Project } from '@sangam/shared/projects/projects';
import { defaultJoinMessage } from '@sangam/shared/requests/default-join-message';
import { requestLimits } from '@sangam/shared/requests/limits';
import toast from 'react-hot-toast';
import { RequestsLeft } from '../../../contact/screens/RequestsLeft';
import { errorText, fieldErrors, isConflict } from '../../../core/api/errors';
import { localTime } from '../../../lib/text/local-time';
import { loadProject } from '../../../projects/state/project-pages';
import { Button } from '../../../ui/button/Button';
import { Textarea } from '../../../ui/form/Textarea';
import { useForm } from '../../../ui/form/use-form';
import { Banner } from '../../../ui/page/Banner';
import { createJoinRequest } from '../../state/requests';
import { AnswerRecord } from '../parts/AnswerRecord';
import { AnswerFields } from './AnswerFields';
import { JoinCoverage } from './JoinCoverage';
import { checkJoin, emptyJoin, type JoinDraft } from './join-draft';

interface JoinFormProps {
  project: Project;
  draft: JoinDraft;
  onChange: (draft: JoinDraft) => void;
  onDone: () => void;
}

const MAX = requestLimits.requestMessageMaxChars;

/** The answers to the creator's questions, and a message; that left empty, the fixed greeting is sent. */
export function JoinForm({ project, draft, onChange, onDone }: JoinFormProps) {
  const length = charCount(cleanText(draft.message));
  const questions = project.questions ?? [];
  const { field, failure, busy, submit } = useForm({
    check: () => checkJoin(draft, questions),
    send: async (checked) => {
      const answer = await createJoinRequest({ project_id: project.id, ...checked });
      if (answer.ok) {
        toast.success('Join request sent successfully!');
        onChange(emptyJoin);
        onDone();
        return null;
      }
      if (isConflict(answer.error)) await loadProject(project.id);
      const { until } = 'until' in answer.error ? answer.error : {};
      if (until !== undefined) return { text: `You can ask again from ${localTime(until)}.` };
      return { text: errorText(answer.error, 'Failed to send join request'), errors: fieldErrors(answer.error) };
    },
  });
  return (
    <form noValidate onSubmit={submit} className="grid gap-4" aria-label="Join the team">
      {failure && <Banner tone="error">{failure}</Banner>}
      <JoinCoverage required={project.required_skills} />
      <AnswerFields
        questions={questions}
        answers={draft.answers}
        onChange={(answers) => onChange({ ...draft, answers })}
        field={field}
      />
      <Textarea
        label="Message to the creator (optional)"
        name="message"
        rows={5}
        maxLength={MAX * 2}
        placeholder={defaultJoinMessage(project.title)}
        hint={
          <span className="flex flex-wrap justify-between gap-x-4">
            <span>Left empty, the greeting above is sent.</span>
            <span className={length > MAX ? 'tabular text-danger-text' : 'tabular'}>
              {length.toLocaleString('en-IN')} of {MAX.toLocaleString('en-IN')} characters
            </span>
          </span>
        }
        value={draft.message}
        onChange={(event) => onChange({ ...draft, message: event.target.value })}
        {...field('message')}
      />
      <RequestsLeft creatorId={project.creator_id} />
      <Button type="submit" variant="primary" busy={busy} block>
        Send request
      </Button>
      <AnswerRecord projectId={project.id} />
    </form>
  );
}
