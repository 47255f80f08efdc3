import { isolate } from '@sangam/shared/core/isolate';
import { skillList } from '@sangam/shared/people/fit-words';
import { coverageOf, coverageWords } from '@sangam/shared/projects/coverage';
import type { Project } from '@sangam/shared/projects/projects';
import { freeSeatsFor } from '@sangam/shared/projects/seats';
import { defaultJoinMessage } from '@sangam/shared/requests/default-join-message';
import { requestLimits } from '@sangam/shared/requests/limits';
import { useEffect, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { RequestsLeft, WaitlistsLeft } from '../../../contact/screens/ContactLimits';
import { type ApiError, errorText, fieldErrors, isConflict, isRefusedWith } from '../../../core/api/errors';
import { useSession } from '../../../core/session/session';
import { localTime } from '../../../lib/text/local-time';
import { AnswerRecord } from '../../../projects/screens/parts/AnswerRecord';
import { loadProject, useProjectPages } from '../../../projects/state/project-pages';
import { type ProjectEntity, useProject } from '../../../projects/state/project-table';
import { Button } from '../../../ui/button/Button';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { Textarea, TextLength } from '../../../ui/form/Textarea';
import { type FieldState, useForm } from '../../../ui/form/use-form';
import { Dialog, PinnedDialogActions } from '../../../ui/overlay/Dialog';
import { Banner } from '../../../ui/page/Banner';
import { useJoinState } from '../../state/join-state';
import { createJoinRequest, joinDialog } from '../../state/requests';
import { useSeatRefusal } from '../parts/use-seat-refusal';
import { useJoinRole } from '../roles/join-role';
import {
  answerField,
  answerTo,
  checkJoin,
  emptyJoin,
  type JoinDraft,
  readJoinDraft,
  writeJoinDraft,
} from './join-draft';
import { RoleChoice } from './RoleChoice';

/** The join form for the project chosen on a card or a page. A failure, Escape or a reload keeps what was typed. */
export function JoinDialog() {
  const projectId = joinDialog.use();
  const project = useProject(projectId ?? 0);
  const roleId = useJoinRole(project);
  // Changes with the free seats while the dialog is open.
  const forWaitlist = project !== undefined && freeSeatsFor(project, roleId ?? undefined) === 0;
  const [drafts, setDrafts] = useState<Readonly<Record<number, JoinDraft>>>({});
  const close = () => joinDialog.closeOf(projectId);
  const change = (id: number, draft: JoinDraft) => {
    setDrafts((before) => ({ ...before, [id]: draft }));
    writeJoinDraft(id, draft);
  };
  // Opened from a card, the dialog lacks the creator's answer record and may have outdated questions.
  useEffect(() => {
    if (projectId !== null && useProjectPages.getState().byId[projectId] === undefined) void loadProject(projectId);
  }, [projectId]);
  const isGone = projectId !== null && project === undefined;
  useEffect(() => {
    if (isGone) joinDialog.close();
  }, [isGone]);
  return (
    <Dialog
      open={project !== undefined}
      onOpenChange={(open) => !open && close()}
      title={forWaitlist ? 'Join the waitlist' : 'Join the team'}
      {...(project && { description: project.title })}
    >
      {project && (
        <>
          <CloseWhenAnswered project={project} />
          <JoinForm
            project={project}
            roleId={roleId}
            forWaitlist={forWaitlist}
            draft={drafts[project.id] ?? readJoinDraft(project.id)}
            onChange={(draft) => change(project.id, draft)}
            onDone={close}
          />
        </>
      )}
    </Dialog>
  );
}

/** Closes the dialog if another tab sent a request, or if nobody can ask to join any longer. */
function CloseWhenAnswered({ project }: { project: ProjectEntity }) {
  const joinState = useJoinState(project);
  useEffect(() => {
    if (joinState !== 'stranger' && joinState !== 'full') joinDialog.close();
  }, [joinState]);
  return null;
}

interface JoinFormProps {
  project: Project;
  /** The id of the requested role; null for a seat without a role. */
  roleId: number | null;
  /** Asks for the waitlist, because no seat is free. */
  forWaitlist: boolean;
  draft: JoinDraft;
  onChange: (draft: JoinDraft) => void;
  onDone: () => void;
}

const MAX = requestLimits.requestMessageMaxChars;

/** Whether the request was refused for lack of seats, so that the refusal ends once a seat is free. */
const isForLackOfSeats = (error: ApiError): boolean =>
  isRefusedWith(error, 'PROJECT_FULL') || isRefusedWith(error, 'LINE_FULL');

/** The answers to the creator's questions and a message. An empty message sends the default greeting. */
function JoinForm({ project, roleId, forWaitlist, draft, onChange, onDone }: JoinFormProps) {
  const questions = project.questions ?? [];
  const role = project.roles?.find(({ id }) => id === roleId);
  const [noSeatText, setNoSeatText] = useSeatRefusal(project.id, role?.id);
  const mustConfirm = useSession(({ user }) => user?.must_verify_email === true);
  const [unconfirmedText, setUnconfirmedText] = useState<string | null>(null);
  const { field, failure, busy, submit } = useForm({
    initial: {},
    check: () => checkJoin(draft, questions),
    send: async (checked) => {
      setNoSeatText(null);
      const answer = await createJoinRequest({
        project_id: project.id,
        ...checked,
        ...(role && { role_id: role.id }),
        ...(forWaitlist && { waitlist: true }),
      });
      if (answer.ok) {
        if (answer.value.status === 'accepted')
          toast.success(
            `You joined ${isolate(project.title)}: ${isolate(project.creator_name)} had already invited you`,
          );
        else toast.success(forWaitlist ? 'You asked to join the waitlist' : 'Join request sent successfully!');
        onChange(emptyJoin);
        onDone();
        return null;
      }
      if (isConflict(answer.error)) await loadProject(project.id);
      const { until } = 'until' in answer.error ? answer.error : {};
      if (until !== undefined) return { text: `You can ask again from ${localTime(until)}.` };
      const text = errorText(answer.error, 'Failed to send join request');
      if (mustConfirm && isRefusedWith(answer.error, 'EMAIL_NOT_VERIFIED')) {
        // Kept apart from `failure`, since it disappears once the address is confirmed, here or in another tab.
        setUnconfirmedText(text);
        return null;
      }
      if (isForLackOfSeats(answer.error)) {
        setNoSeatText(text);
        return null;
      }
      return { text, errors: fieldErrors(answer.error) };
    },
  });
  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid gap-4"
      aria-label={forWaitlist ? 'Join the waitlist' : 'Join the team'}
    >
      {mustConfirm && (
        <Banner
          tone={unconfirmedText === null ? 'info' : 'error'}
          action={
            <ButtonLink size="sm" to="/settings/account" onClick={onDone}>
              Account settings
            </ButtonLink>
          }
        >
          {unconfirmedText ?? 'Confirm your email address before you send this.'}
        </Banner>
      )}
      <RoleChoice project={project} chosen={roleId} />
      {forWaitlist && (
        <p className="text-muted text-sm">
          {role ? `No free seat for ${isolate(role.name)} now.` : 'No free seat now.'} The creator decides who is on the
          waitlist. Free seats are offered in the order members asked.
        </p>
      )}
      <JoinCoverage required={role && role.skills.length > 0 ? role.skills : project.required_skills} />
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
            <span>If you leave this empty, we send a short greeting.</span>
            <TextLength text={draft.message} max={MAX} />
          </span>
        }
        value={draft.message}
        onChange={(event) => onChange({ ...draft, message: event.target.value })}
        {...field('message')}
      />
      {forWaitlist ? <WaitlistsLeft creatorId={project.creator_id} /> : <RequestsLeft creatorId={project.creator_id} />}
      <AnswerRecord projectId={project.id} />
      <PinnedDialogActions failure={failure || noSeatText}>
        <Button onClick={onDone}>Cancel</Button>
        <OnlineButton type="submit" variant="primary" busy={busy}>
          {forWaitlist ? 'Join the waitlist' : 'Send request'}
        </OnlineButton>
      </PinnedDialogActions>
    </form>
  );
}

interface AnswerFieldsProps {
  questions: readonly string[];
  answers: JoinDraft['answers'];
  onChange: (answers: JoinDraft['answers']) => void;
  field: (name: string) => FieldState;
}

/** The creator's questions, each with a field for its answer. */
function AnswerFields({ questions, answers, onChange, field }: AnswerFieldsProps) {
  return questions.map((question, index) => (
    <Textarea
      key={question}
      label={question}
      name={answerField(index)}
      rows={2}
      required
      maxLength={requestLimits.questionAnswerMaxChars * 2}
      value={answerTo(answers, question)}
      onChange={(event) => onChange({ ...answers, [question]: event.target.value })}
      {...field(answerField(index))}
    />
  ));
}

/**
 * The required skills that the member has and lacks, or just the required skills if they have none. Renders nothing if none are required.
 */
function JoinCoverage({ required }: { required: readonly string[] }) {
  const skills = useSession(({ user }) => user?.skills);
  if (skills === undefined || required.length === 0) return null;
  const coverage = coverageOf(required, skills);
  return (
    <p className="text-muted text-sm">
      {coverage.have.length > 0
        ? `You have ${coverageWords(coverage)}`
        : `Required skills: ${skillList(coverage.missing)}`}
    </p>
  );
}
