import { useState } from 'react';
import { lazyPart } from '../../lib/loading/lazy-part';
import { importOnce } from '../../lib/loading/load-part';
import { PagePart } from '../../lib/loading/page-parts';
import { CreatorCard } from '../../projects/screens/page/CreatorCard';
import { ProjectDescription, ProjectHeader, SkillsNeeded } from '../../projects/screens/page/ProjectHeader';
import { ShareButton } from '../../projects/screens/page/ShareButton';
import { AnswerRecord } from '../../projects/screens/parts/AnswerRecord';
import { Listing } from '../../projects/screens/parts/Listing';
import type { ProjectPage } from '../../projects/state/project-pages';
import type { ProjectEntity } from '../../projects/state/project-table';
import { useTransferOf } from '../../projects/state/transfers';
import type { InterestPlace } from '../../requests/screens/incoming/CreatorPanels';
import { TakePart } from '../../requests/screens/join/TakePart';
import { type JoinState, useJoinState } from '../../requests/state/join-state';
import { cx } from '../../ui/cx';

/** Loaded late: few projects have a pending transfer, and a new project has no team. */
const TransferCard = lazyPart(() => import('../../projects/screens/transfer/TransferCard'), 'TransferCard');
const TeamCard = lazyPart(() => import('../../projects/screens/page/TeamCard'), 'TeamCard');
/** Few projects are hidden. */
const HiddenNotice = lazyPart(() => import('../../projects/screens/page/HiddenNotice'), 'HiddenNotice');
/** Few projects name their seats. */
const ProjectRoles = lazyPart(() => import('../../requests/screens/join/ProjectRoles'), 'ProjectRoles');
/** For readers who get notifications of the project. The creator's menu has it, too. */
const MuteProject = lazyPart(() => import('../../projects/screens/page/MuteProject'), 'MuteProject');

const loadProjectMemberParts = () => import('./ProjectMemberParts');
const ManageMenu = lazyPart(() => loadProjectMemberParts().then(({ ManageMenu }) => ({ ManageMenu })), 'ManageMenu');
const CreatorAnswers = lazyPart(
  () => loadProjectMemberParts().then(({ CreatorAnswers }) => ({ CreatorAnswers })),
  'CreatorAnswers',
);
const OwnParts = lazyPart(() => loadProjectMemberParts().then(({ OwnParts }) => ({ OwnParts })), 'OwnParts');
const ProjectMemberParts = lazyPart(
  () => loadProjectMemberParts().then(({ ProjectMemberParts }) => ({ ProjectMemberParts })),
  'ProjectMemberParts',
);

/** Loads the members' parts while the project itself loads. Call it for members only. A failure shows when the parts render. */
export const preloadProjectMemberParts = importOnce(loadProjectMemberParts);

/** Longer descriptions follow the reader's actions on a phone. */
const SHORT_CHARS = 400;

interface ProjectViewProps {
  project: ProjectEntity;
  page: ProjectPage;
  userId: number | null;
}

/**
 * Places of the parts in a wide window, which has two columns. The second row takes up the difference in height between the columns' first
 * parts, the last row the rest. On a phone, a short description comes before the reader's actions; a long one follows, since it would push
 * Join off the screen.
 */
const layouts = {
  own: { head: '', join: '', details: 'lg:row-span-2 lg:row-start-2', aside: 'lg:row-span-3 lg:row-start-1' },
  // The transfer comes first: its recipient, a team member, has few other actions.
  offered: {
    head: 'lg:row-span-2 lg:row-start-1',
    join: '',
    details: 'lg:row-start-3',
    aside: 'lg:row-span-2 lg:row-start-2',
  },
  others: {
    head: '',
    join: 'lg:row-span-3',
    details: 'lg:row-start-2',
    aside: 'lg:col-start-1 lg:row-start-3',
  },
};

/** A loaded project: its details, the reader's actions and its creator; for the creator, the pending requests. */
export function ProjectView({ project, page, userId }: ProjectViewProps) {
  const joinState = useJoinState(project, page);
  const isOffered = useTransferOf(project.id) !== undefined && userId !== null;
  // The card stays to show the transfer's outcome.
  const [wasOffered, setWasOffered] = useState(isOffered);
  if (isOffered && !wasOffered) setWasOffered(true);
  const own = joinState === 'creator';
  const layout = layouts[own ? 'own' : wasOffered ? 'offered' : 'others'];
  const [interestPlace, placeInterest] = useState<InterestPlace>(null);
  const description = !own && <ProjectDescription project={project} />;
  const isShort = project.description.length <= SHORT_CHARS;
  const people = <People {...{ project, page, userId, joinState }} />;
  return (
    <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_auto_1fr]">
      <div className={cx('grid min-w-0 gap-6 lg:col-start-1', layout.head)}>
        {wasOffered && (
          <PagePart>
            <TransferCard project={project} userId={userId} />
          </PagePart>
        )}
        <Heading project={project} own={own} />
        {isShort && description}
      </div>
      {!own && (
        <div className={cx('min-w-0 lg:col-start-2 lg:row-start-1', layout.join)}>
          <TakePart project={project} joinState={joinState} isSignedIn={userId !== null} />
        </div>
      )}
      <div className={cx('grid min-w-0 gap-8 lg:col-start-1', layout.details)}>
        {own && (
          <PagePart>
            <CreatorAnswers
              project={project}
              interestPlace={interestPlace}
              placeInterest={placeInterest}
              teamSkills={page.teamSkills}
            />
          </PagePart>
        )}
        {!isShort && description}
        <SkillsNeeded project={project} />
        {project.roles !== undefined && (
          <PagePart>
            <ProjectRoles project={project} joinState={joinState} isSignedIn={userId !== null} />
          </PagePart>
        )}
        {own ? (
          <PagePart>
            <OwnParts project={project} interestPlace={interestPlace} />
          </PagePart>
        ) : (
          <section
            aria-label="Creator and team"
            className={cx(
              'grid items-start gap-6',
              hasTeam(project, page) && !isLarge(project, page) && 'sm:grid-cols-2',
            )}
          >
            {people}
          </section>
        )}
      </div>
      {userId !== null && (
        <aside
          aria-label={own ? 'Creator and team' : 'Your participation'}
          className={cx(
            'grid min-w-0 gap-6',
            (own || wasOffered) && 'lg:col-start-2',
            own && !hasTeam(project, page) && 'items-start sm:max-lg:grid-cols-2',
            layout.aside,
          )}
        >
          {own && people}
          <PagePart>
            <ProjectMemberParts project={project} isOwn={own} isTeammate={joinState === 'member'} />
          </PagePart>
          {['member', 'asked'].includes(joinState) && (
            <PagePart>
              <MuteProject id={project.id} />
            </PagePart>
          )}
        </aside>
      )}
    </div>
  );
}

/** The title with its actions; for the creator, also whether the project is listed. */
function Heading({ project, own }: { project: ProjectEntity; own: boolean }) {
  return (
    <>
      {own && <Listing project={project} />}
      {own && project.hidden && (
        <PagePart>
          <HiddenNotice projectId={project.id} />
        </PagePart>
      )}
      <ProjectHeader project={project}>
        {own && (
          <PagePart>
            <ManageMenu project={project} />
          </PagePart>
        )}
        {!project.hidden && <ShareButton project={project} />}
      </ProjectHeader>
    </>
  );
}

const countOthers = ({ creator_id }: ProjectEntity, { teamIds }: ProjectPage): number =>
  teamIds.filter((id) => id !== creator_id).length;

const hasTeam = (project: ProjectEntity, page: ProjectPage): boolean => countOthers(project, page) > 0;

/** The card of a larger team takes the page's width: next to it, the creator's would leave half the page empty. */
const MEMBERS_IN_A_COLUMN_MAX = 6;
const isLarge = (project: ProjectEntity, page: ProjectPage): boolean =>
  countOthers(project, page) > MEMBERS_IN_A_COLUMN_MAX;

/** The creator's and the team's cards. A creator with a team sees only the team's. */
function People({ project, page, userId, joinState }: ProjectViewProps & { joinState: JoinState }) {
  const isTeam = hasTeam(project, page);
  return (
    <>
      {/* A creator needs no card to contact themselves, and the team's card names them. */}
      {!(isTeam && joinState === 'creator') && (
        <CreatorCard
          project={project}
          userId={userId}
          joinState={joinState}
          answerRecord={<AnswerRecord projectId={project.id} />}
        />
      )}
      {isTeam && (
        <PagePart>
          <TeamCard
            teamIds={page.teamIds}
            teamRoles={page.teamRoles}
            teamEmails={page.teamEmails}
            project={project}
            userId={userId}
            isLarge={isLarge(project, page)}
          />
        </PagePart>
      )}
    </>
  );
}
