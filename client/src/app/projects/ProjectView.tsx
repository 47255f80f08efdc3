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

/** Few projects have a pending transfer, and a new one has no team. */
const TransferCard = lazyPart(() => import('../../projects/screens/transfer/TransferCard'), 'TransferCard');
const TeamCard = lazyPart(() => import('../../projects/screens/page/TeamCard'), 'TeamCard');
/** Few projects are hidden. */
const HiddenNotice = lazyPart(() => import('../../projects/screens/page/HiddenNotice'), 'HiddenNotice');
/** Few projects name their seats. */
const ProjectRoles = lazyPart(() => import('../../requests/screens/join/ProjectRoles'), 'ProjectRoles');
/** For readers who get notifications of the project. Its creator has this in their menu. */
const MuteProject = lazyPart(() => import('../../projects/screens/page/MuteProject'), 'MuteProject');

const loadMemberParts = () => import('./MemberParts');
const ManageMenu = lazyPart(() => loadMemberParts().then(({ ManageMenu }) => ({ ManageMenu })), 'ManageMenu');
const CreatorAnswers = lazyPart(
  () => loadMemberParts().then(({ CreatorAnswers }) => ({ CreatorAnswers })),
  'CreatorAnswers',
);
const OwnParts = lazyPart(() => loadMemberParts().then(({ OwnParts }) => ({ OwnParts })), 'OwnParts');
const MemberParts = lazyPart(() => loadMemberParts().then(({ MemberParts }) => ({ MemberParts })), 'MemberParts');

/** Loads the parts for members while the project itself loads. Visitors need none of them. A failure shows when they do. */
export const preloadMemberParts = importOnce(loadMemberParts);

/** The longest description that a phone shows in whole before the reader's actions. */
const SHORT_CHARS = 400;

interface ProjectViewProps {
  project: ProjectEntity;
  page: ProjectPage;
  userId: number | null;
}

/**
 * On a phone, a short description comes first, so that the reader knows the project before joining; a long one would push Join off the
 * screen, so it follows. A wide window has two columns, with these places of the parts. Its second row takes up the difference between
 * the first parts of both, the last row the rest.
 */
const layouts = {
  own: { head: '', join: '', details: 'lg:row-span-2 lg:row-start-2', aside: 'lg:row-span-3 lg:row-start-1' },
  // A transfer comes before its recipient's other actions, which are few since they are in the team.
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
  // It stays to show its outcome.
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
          <TakePart project={project} joinState={joinState} member={userId !== null} />
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
            <ProjectRoles project={project} joinState={joinState} member={userId !== null} />
          </PagePart>
        )}
        {own ? (
          <PagePart>
            <OwnParts project={project} interestPlace={interestPlace} />
          </PagePart>
        ) : (
          <section
            aria-label="Creator and team"
            className={cx('grid items-start gap-6', hasTeam(project, page) && 'sm:grid-cols-2')}
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
            <MemberParts project={project} isOwn={own} isMate={joinState === 'member'} />
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

/** The title with its actions; for the creator, also whether others find the project. */
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

const hasTeam = ({ creator_id }: ProjectEntity, { teamIds }: ProjectPage): boolean =>
  teamIds.some((id) => id !== creator_id);

/** The creator and the team. A creator with a team sees only the team. */
function People({ project, page, userId, joinState }: ProjectViewProps & { joinState: JoinState }) {
  const isTeam = hasTeam(project, page);
  return (
    <>
      {/* The team's card names its creator, who needs no way to contact themselves. */}
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
          />
        </PagePart>
      )}
    </>
  );
}
