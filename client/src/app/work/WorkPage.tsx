import { FolderOpen, Inbox, Sparkles, Users } from 'lucide-react';
import { useEffect } from 'react';
import { useList } from '../../core/store/list';
import { showLists } from '../../core/store/shown-lists';
import { useStillLoads } from '../../core/store/use-still-loads';
import { useNoteShown } from '../../notices/state/notifications';
import { InterestRow, RequestRow } from '../../requests/screens/parts/own-requests';
import { WithdrawRest } from '../../requests/screens/parts/WithdrawRest';
import { myInterests } from '../../requests/state/interests';
import { myRequests } from '../../requests/state/requests';
import { myOffers } from '../../requests/state/transfers';
import { myFinishedProjects, myProjects, myTeams } from '../../requests/state/work';
import { ButtonLink } from '../../ui/button/ButtonLink';
import { EmptyState } from '../../ui/page/EmptyState';
import { Page } from '../../ui/page/Page';
import { PageSkeleton } from '../../ui/page/PageSkeleton';
import { isSeatOffered, OfferedSeats } from './OfferedSeats';
import { ProjectRow, TakeOverRow, TeamRow } from './project-rows';
import { useFreshWaiting } from './use-fresh-waiting';
import { WorkSection } from './WorkSection';

const columns = 'grid items-start gap-8 lg:grid-cols-2';
const browse = (
  <ButtonLink to="/projects" size="sm">
    Browse projects
  </ButtonLink>
);

/** What the member takes part in: own projects, teams, requests and interest, each with where it stands. */
export function WorkPage() {
  useEffect(() => {
    // Every refresh fetches these, whatever is on screen.
    void myRequests.load();
    return showLists([myOffers, myProjects, myFinishedProjects, myTeams, myInterests]);
  }, []);
  useFreshWaiting();
  const finished = useList(myFinishedProjects);
  const offered = useList(myOffers);
  const answers = [useList(myRequests), useList(myInterests), offered];
  const loads = useStillLoads(...answers, finished, useList(myProjects), useList(myTeams));
  useNoteShown(!loads && answers.every(({ data }) => data !== null), 'work');
  return (
    <Page title="My work" className="grid content-start gap-6">
      <h1 className="text-2xl">My work</h1>
      {loads ? (
        <PageSkeleton label="Loading your work" className={columns} />
      ) : (
        <Sections finished={finished.total ?? 0} offered={offered.total ?? 0} />
      )}
    </Page>
  );
}

function Sections({ finished, offered }: { finished: number; offered: number }) {
  return (
    <div className={columns}>
      <div className="grid min-w-0 gap-8">
        <OfferedSeats />
        {offered > 0 && (
          <WorkSection
            title="Projects to take over"
            what="projects to take over"
            list={myOffers}
            row={(offer) => <TakeOverRow offer={offer} />}
            empty={null}
          />
        )}
        <WorkSection
          title="Projects I created"
          what="projects"
          list={myProjects}
          row={(project) => <ProjectRow project={project} />}
          empty={
            <EmptyState
              icon={FolderOpen}
              title="No projects of your own"
              action={
                <ButtonLink to="/projects/new" size="sm">
                  Post a project
                </ButtonLink>
              }
            >
              Post a project so that others can ask to join.
            </EmptyState>
          }
        />
        {finished > 0 && (
          <WorkSection
            title="Projects I finished"
            what="projects"
            list={myFinishedProjects}
            row={(project) => <ProjectRow project={project} />}
            empty={null}
          />
        )}
        <WorkSection
          title="Teams I am in"
          what="teams"
          list={myTeams}
          row={(request) => <TeamRow request={request} />}
          empty={
            <EmptyState icon={Users} title="No teams yet" action={browse}>
              A team appears here once its creator accepts your request.
            </EmptyState>
          }
        />
      </div>
      <div className="grid min-w-0 gap-8">
        <WorkSection
          title="My join requests"
          what="requests"
          list={myRequests}
          but={isSeatOffered}
          row={(request) => <RequestRow request={request} />}
          action={<WithdrawRest from={2} />}
          empty={
            <EmptyState icon={Inbox} title="No join requests yet" action={browse}>
              What you ask to join appears here, with its answer.
            </EmptyState>
          }
        />
        <WorkSection
          title="My interest"
          what="interests"
          list={myInterests}
          row={(interest) => <InterestRow interest={interest} />}
          empty={
            <EmptyState icon={Sparkles} title="No interest shown yet" action={browse}>
              Projects that you are interested in appear here.
            </EmptyState>
          }
        />
      </div>
    </div>
  );
}
