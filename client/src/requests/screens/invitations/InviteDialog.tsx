import { isolate } from '@sangam/shared/core/isolate';
import type { Project } from '@sangam/shared/projects/projects';
import { freeSeats, freeSeatsWords } from '@sangam/shared/projects/seats';
import { requestLimits } from '@sangam/shared/requests/limits';
import { useEffect, useId, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { Link } from 'react-router-dom';
import { RequestsLeft } from '../../../contact/screens/ContactLimits';
import { isRefusedWith, refusalOf } from '../../../core/api/errors';
import { useList } from '../../../core/store/list';
import { Button } from '../../../ui/button/Button';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { Select } from '../../../ui/form/Select';
import { Textarea, TextLength } from '../../../ui/form/Textarea';
import { useForm } from '../../../ui/form/use-form';
import { Dialog, DialogActions } from '../../../ui/overlay/Dialog';
import { Banner } from '../../../ui/page/Banner';
import { Loading, Skeleton } from '../../../ui/page/Skeleton';
import { invite } from '../../state/invitation-acts';
import { invitations } from '../../state/invitations';
import { inviteDialog } from '../../state/invite-dialog';
import { myProjects } from '../../state/my-work';
import { invitableProjects, projectToInvite, rolesToInvite } from './invitable';

/** Invites another member to one of the reader's own open projects. */
export function InviteDialog() {
  const invitee = inviteDialog.use();
  return (
    <Dialog
      open={invitee !== null}
      onOpenChange={(open) => !open && inviteDialog.close()}
      title={invitee === null ? 'Invite to a project' : `Invite ${isolate(invitee.name)}`}
    >
      {invitee && <ProjectChoice key={invitee.id} invitee={invitee} />}
    </Dialog>
  );
}

interface Invitee {
  id: number;
  name: string;
  projectId?: number;
  skills?: readonly string[];
}

function ProjectChoice({ invitee }: { invitee: Invitee }) {
  const { data, status } = useList(myProjects);
  // As of opening the dialog, so that the form doesn't change while it closes.
  const [invitedTo] = useState(() => pendingInvitationsOf(invitee.id));
  useEffect(() => void myProjects.load(), []);
  if (data === null)
    return status === 'error' ? (
      <Banner tone="error">Failed to load projects</Banner>
    ) : (
      <Loading label="Loading your projects">
        <Skeleton className="h-28 w-full" />
      </Loading>
    );
  const { open, invitable, refusedTitle } = invitableProjects(data, { invitedTo, originId: invitee.projectId });
  if (open.length === 0) return <NoProject invitee={invitee} hasProjects={data.length > 0} />;
  if (invitable.length === 0)
    return (
      <p className="wrap-anywhere text-muted text-sm">
        You have invited {isolate(invitee.name)} to {open.map(({ title }) => isolate(title)).join(', ')}. You can invite
        a member to a project once.
      </p>
    );
  return <InviteForm invitee={invitee} projects={invitable} refusedTitle={refusedTitle} />;
}

/**
 * Returns the ids of projects to which the member has a pending invitation, as far as known here. Projects with an ended invitation stay in
 * the list: the server decides, since the member may have asked to join since.
 */
const pendingInvitationsOf = (userId: number): Set<number> =>
  new Set(
    Object.values(invitations.use.getState().byId)
      .filter((item) => item.user_id === userId && item.status === 'pending')
      .map((item) => item.project_id),
  );

/** Says why nobody can be invited, and links to what makes it possible, or to the conversation for a member without a project. */
const NoProject = ({ invitee: { id, name }, hasProjects }: { invitee: Invitee; hasProjects: boolean }) => (
  <div className="grid gap-4">
    <p className="wrap-anywhere text-muted text-sm">
      {hasProjects
        ? 'None of your projects is open with a free seat. Add seats or reopen one, or create another.'
        : `You can invite members to projects that you created. Create one first, then invite ${isolate(name)}.`}
    </p>
    <DialogActions>
      <ButtonLink to="/projects/new" variant={hasProjects ? 'secondary' : 'primary'} onClick={inviteDialog.close}>
        Create a project
      </ButtonLink>
      {hasProjects ? (
        <ButtonLink to="/work" variant="primary" onClick={inviteDialog.close}>
          See my projects
        </ButtonLink>
      ) : (
        <ButtonLink to={`/messages/${id}`} onClick={inviteDialog.close} aria-label={`Message ${isolate(name)}`}>
          Message
        </ButtonLink>
      )}
    </DialogActions>
  </div>
);

const MAX = requestLimits.invitationMessageMaxChars;

interface InviteFormProps {
  invitee: Invitee;
  projects: readonly Project[];
  /** The title of the project that the member came from, if nobody can be invited to it. No other is preselected then. */
  refusedTitle: string | null;
}

const noRoles = { choices: [], roleId: null };

function InviteForm({ invitee, projects, refusedTitle }: InviteFormProps) {
  const [projectId, setProjectId] = useState(invitee.projectId);
  const [chosenRole, setChosenRole] = useState<number | null>();
  const [message, setMessage] = useState('');
  const project = projectToInvite(projects, projectId, refusedTitle);
  const { choices, roleId } = project ? rolesToInvite(project, chosenRole, invitee.skills ?? []) : noRoles;
  const [askedProjectId, setAskedProjectId] = useState<number | null>(null);
  const { field, failure, busy, submit } = useForm({
    initial: {},
    check: () =>
      project
        ? { ok: true, value: project }
        : { ok: false, errors: [{ field: 'project', message: 'Choose a project' }] },
    send: async (project) => {
      const answer = await invite(project.id, {
        user_id: invitee.id,
        ...(roleId !== null && { role_id: roleId }),
        ...(message.trim() !== '' && { message }),
      });
      if (answer.ok) {
        toast.success(`You invited ${isolate(invitee.name)} to ${isolate(project.title)}`);
        inviteDialog.closeOf(invitee);
        return null;
      }
      const { error } = answer;
      setAskedProjectId(isRefusedWith(error, 'ALREADY_REQUESTED') ? project.id : null);
      return refusalOf(error, 'Failed to send the invitation');
    },
  });
  const projectFieldId = useId();
  useEffect(() => {
    // The dialog opened before its fields had loaded, so it could not focus the first.
    const field = document.getElementById(projectFieldId);
    if (field?.closest('[role=dialog]')?.contains(document.activeElement)) field.focus();
  }, [projectFieldId]);
  return (
    <form noValidate onSubmit={submit} className="grid gap-4" aria-label={`Invite ${isolate(invitee.name)}`}>
      {failure && <Failure text={failure} askedId={askedProjectId} />}
      <Select
        id={projectFieldId}
        label="Project"
        value={project?.id ?? ''}
        hint={refusedTitle === null ? undefined : `${isolate(refusedTitle)} isn’t open or has no free seat.`}
        {...field('project')}
        onChange={(event) => setProjectId(Number(event.target.value))}
      >
        {!project && <option value="">Choose another project</option>}
        {projects.map((each) => (
          <option key={each.id} value={each.id}>
            {isolate(each.title)} ({freeSeatsWords(freeSeats(each))})
          </option>
        ))}
      </Select>
      {project?.roles !== undefined && project.roles.length > 0 && (
        <RoleSelect roles={project.roles} choices={choices} chosen={roleId} onChoose={setChosenRole} />
      )}
      <Textarea
        label="Message (optional)"
        name="message"
        rows={3}
        maxLength={MAX * 2}
        placeholder="Why you would like to work together"
        hint={<TextLength text={message} max={MAX} />}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
        {...field('message')}
      />
      <p className="text-muted text-sm">You can invite a member to a project once. They have 7 days to answer.</p>
      <p className="text-muted text-sm">Once they join, they can read the whole team chat.</p>
      <RequestsLeft creatorId={invitee.id} />
      <DialogActions>
        <Button onClick={inviteDialog.close}>Cancel</Button>
        <OnlineButton type="submit" variant="primary" busy={busy}>
          Send invitation
        </OnlineButton>
      </DialogActions>
    </form>
  );
}

/** `askedId`: the project that the invitee has already asked to join. */
const Failure = ({ text, askedId }: { text: string; askedId: number | null }) => (
  <Banner tone="error">
    {text}
    {askedId !== null && (
      <>
        {' '}
        <Link to={`/projects/${askedId}`} className="font-medium underline" onClick={inviteDialog.close}>
          Answer the request
        </Link>
      </>
    )}
  </Banner>
);

interface RoleSelectProps {
  roles: NonNullable<Project['roles']>;
  choices: readonly (number | null)[];
  chosen: number | null;
  onChoose: (roleId: number | null) => void;
}

const RoleSelect = ({ roles, choices, chosen, onChoose }: RoleSelectProps) => (
  <Select label="Role" value={chosen ?? 0} onChange={(event) => onChoose(Number(event.target.value) || null)}>
    {choices.map((choice) => (
      <option key={choice ?? 0} value={choice ?? 0}>
        {roles.find(({ id }) => id === choice)?.name ?? 'No specific role'}
      </option>
    ))}
  </Select>
);
