import { isolate } from '@sangam/shared/core/isolate';
import { skillList } from '@sangam/shared/people/fit-words';
import { addedTo, coverageOf, coverageWords } from '@sangam/shared/projects/coverage';
import { neededSkills } from '@sangam/shared/projects/needed-skills';
import type { Project } from '@sangam/shared/projects/projects';
import { freeSeats, freeSeatsFor } from '@sangam/shared/projects/seats';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { Inbox } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { showMoreOf, useList } from '../../../core/store/list';
import { showLists } from '../../../core/store/shown-lists';
import { useFocusKept } from '../../../lib/hooks/use-focus-kept';
import { useHeldArrivals } from '../../../lib/hooks/use-held-arrivals';
import { useRowsOnce } from '../../../lib/hooks/use-rows-once';
import { useUnlessHeld } from '../../../lib/hooks/use-still-rows';
import type { ProjectEntity } from '../../../projects/state/project-table';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { Card } from '../../../ui/Card';
import { cx } from '../../../ui/cx';
import { Checkbox } from '../../../ui/form/Checkbox';
import { EmptyState } from '../../../ui/page/EmptyState';
import { RowsFailedCard } from '../../../ui/page/RowsFailed';
import { CardSkeleton, Loading } from '../../../ui/page/Skeleton';
import { useDeadlineOrder } from '../../state/deadline-order';
import { incomingOfProject } from '../../state/incoming-of-project';
import { useFirstRows } from './first-rows';
import { newMembersRead } from './IncomingRequest';
import { useNamedRequest } from './named-request';
import { MoreRequests, PendingCount, RequestRows } from './RequestRows';
import { RequestsAside } from './RequestsAside';

interface JoinRequestsPanelProps {
  project: ProjectEntity;
  /** The current team's skills. */
  teamSkills: readonly string[];
}

const none: readonly JoinRequest[] = [];

/** Why nobody can ask to join or show interest at present; null while members can. */
export function noRequestsReason({ state, hidden }: Pick<Project, 'state' | 'hidden'>): string | null {
  if (hidden) return 'Nobody outside the team can see this project.';
  if (state === 'closed') return 'This project isn’t taking new requests.';
  return state === 'finished' ? 'This project is finished.' : null;
}

/** Join requests with the skills that each would add to the team: live, for the creator alone. */
export function JoinRequestsPanel({ project, teamSkills }: JoinRequestsPanelProps) {
  const { requests } = incomingOfProject(project.id);
  const { data, error, total, hasMore, loadingMore } = useList(requests);
  const id = useId();
  const list = useFocusKept();
  const arrivals = useHeldArrivals(data, list);
  const byDeadline = useDeadlineOrder();
  const shown = byDeadline(arrivals.shown ?? none);
  const { first, isCut, foot } = useFirstRows(shown, {
    what: 'join requests',
    hasMore,
    includedId: useNamedRequest(),
  });
  const rows = useRowsOnce('requests', first, list);
  useEffect(() => showLists([requests]), [requests]);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const choose = (requestId: number, checked: boolean) =>
    setChosen((before) => [...before.filter((each) => each !== requestId), ...(checked ? [requestId] : [])]);
  const skills = { required: neededSkills(project), team: teamSkills };
  const asksForSkills = skills.required.length > 0;
  // A member who was just accepted may bring what other rows say is missing: without the line, their buttons would move.
  const heldTeam = useUnlessHeld(teamSkills, list);
  const lacksSkills = coverageOf(skills.required, heldTeam).missing.length > 0;
  return (
    <section aria-labelledby={id} className="@container/heading min-w-0">
      <div className="mb-3 flex min-h-control-sm flex-wrap items-center gap-x-1.25 gap-y-1">
        <h2 id={id} className="text-lg">
          Join requests
        </h2>
        <PendingCount count={total ?? 0} />
        <RequestsAside waiting={isCut ? 0 : arrivals.waiting} requests={shown} list={requests} />
      </div>
      {data === null && error !== null && <RowsFailedCard what="join requests" onRetry={requests.load} />}
      {data === null && error === null && (
        <Loading label="Loading join requests">
          <CardSkeleton className="h-28" />
        </Loading>
      )}
      {data !== null && rows.length === 0 && (
        <Card flush>
          <EmptyState
            icon={Inbox}
            title={arrivals.waiting > 0 ? 'New requests' : 'No pending requests'}
            action={
              project.state === 'open' &&
              !project.hidden &&
              freeSeats(project) > 0 && (
                <ButtonLink to={`/collaborators?project=${project.id}`} size="sm">
                  Find people
                </ButtonLink>
              )
            }
          >
            {noRequestsReason(project) ?? 'Requests to join this project appear here.'}
          </EmptyState>
        </Card>
      )}
      {asksForSkills && rows.length > 0 && (
        <TeamCoverage {...skills} project={project} chosen={shown.filter((request) => chosen.includes(request.id))} />
      )}
      <RequestRows
        rows={rows}
        list={list}
        foot={foot}
        row={(request, isGone) => ({
          project: null,
          note: lacksSkills && (
            <div inert={isGone} className="inert:opacity-60 print:hidden">
              <AddedSkills
                required={skills.required}
                team={heldTeam}
                request={request}
                checked={chosen.includes(request.id)}
                onCheck={(checked) => choose(request.id, checked)}
              />
            </div>
          ),
        })}
      />
      {rows.length > 0 && <p className="mt-3 text-muted text-sm">{newMembersRead}</p>}
      {hasMore && !isCut && (
        <MoreRequests busy={loadingMore} onMore={showMoreOf(requests, 'Failed to load join requests')} />
      )}
    </section>
  );
}

interface TeamCoverageProps {
  required: readonly string[];
  /** The current team's skills. */
  team: readonly string[];
  project: Project;
  /** The requests that the creator has selected. */
  chosen: readonly JoinRequest[];
}

/** The required skills that the team has, or would have with the selected applicants. */
function TeamCoverage({ required, team, project, chosen }: TeamCoverageProps) {
  const coverage = coverageOf(required, [...team, ...chosen.flatMap(({ user_skills }) => user_skills)]);
  const coverageText = coverageWords(coverage);
  const names = chosen.map(({ user_name }) => isolate(user_name)).join(', ');
  return (
    <div
      className={cx(
        'mb-3 grid gap-1 text-sm',
        // Stays in sight while the creator selects requests further down.
        chosen.length > 0 &&
          'sticky top-[calc(var(--bar-h)+var(--safe-top))] z-10 border-line border-b bg-ink py-2 short:static',
      )}
    >
      <p role="status">
        {chosen.length === 0 ? `The team has ${coverageText}.` : `With ${names}, the team would have ${coverageText}.`}
        {tooFewSeats(project, chosen)}
      </p>
    </div>
  );
}

/** Names each role, and “without a role”, that has fewer free seats than selected requests; '' if none has. */
function tooFewSeats(project: Project, chosen: readonly JoinRequest[]): string {
  const { roles = [] } = project;
  return [...roles.map(({ id, name }) => ({ id, suffix: ` for ${isolate(name)}` })), { id: undefined, suffix: '' }]
    .map(({ id, suffix }) => ({
      suffix: id === undefined && roles.length > 0 ? ' without a role' : suffix,
      free: freeSeatsFor(project, id),
      wanted: chosen.filter(({ role_id }) => role_id === id).length,
    }))
    .filter(({ free, wanted }) => wanted > free)
    .map(({ suffix, free }) => ` Free seats${suffix}: ${free}.`)
    .join('');
}

interface AddedSkillsProps extends Pick<TeamCoverageProps, 'required' | 'team'> {
  request: JoinRequest;
  checked: boolean;
  onCheck: (checked: boolean) => void;
}

/**
 * The skills that a request adds to the team, with a checkbox that includes them in the preview above. Without added skills, only a
 * sentence.
 */
function AddedSkills({ required, team, request, checked, onCheck }: AddedSkillsProps) {
  const added = addedTo({ required, team }, request.user_skills);
  if (added.length === 0 && !checked) return <p className="text-muted text-sm">Adds none of the missing skills</p>;
  return (
    <Checkbox
      label={`Preview the team with ${isolate(request.user_name)}: adds ${skillList(added) || 'no missing skill'}`}
      checked={checked}
      onChange={(event) => onCheck(event.target.checked)}
    />
  );
}
