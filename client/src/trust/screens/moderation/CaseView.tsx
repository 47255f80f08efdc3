import { reportReasonWords } from '@sangam/shared/core/reports';
import type { MemberHistory, ReportCase } from '@sangam/shared/trust/moderation';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { hasFailed, idle } from '../../../core/store/loadable';
import { localTime } from '../../../lib/text/local-time';
import { Card } from '../../../ui/Card';
import { Chip } from '../../../ui/Chip';
import { LoadFailed } from '../../../ui/page/LoadFailed';
import { Page } from '../../../ui/page/Page';
import { Loading, Skeleton } from '../../../ui/page/Skeleton';
import { TimeAgo } from '../../../ui/TimeAgo';
import { loadCase, useModeration } from '../../state/moderation';
import { DecisionForm, LiftForm } from './DecisionForm';
import { EvidenceView } from './Evidence';
import { actWords, decisionWords, subjectWords } from './report-words';

const none = idle<ReportCase>();

/** One report: the evidence, the history of both sides, and the decision. */
export function CaseView({ id }: { id: number }) {
  const loadable = useModeration(({ byId }) => byId[id] ?? none);
  useEffect(() => {
    void loadCase(id);
  }, [id]);
  const found = loadable.data;
  return (
    <Page title="Report" className="grid max-w-3xl content-start gap-6">
      <Link
        to="/moderation"
        className="inline-flex min-h-control items-center gap-2 justify-self-start text-muted text-sm hover:text-fg"
      >
        <ArrowLeft aria-hidden className="size-4" />
        All reports
      </Link>
      {hasFailed(loadable) ? (
        <LoadFailed message="Failed to load the report" onRetry={() => loadCase(id)} />
      ) : found === null ? (
        <Loading label="Loading the report">
          <Skeleton className="h-64" />
        </Loading>
      ) : (
        <Found found={found} />
      )}
    </Page>
  );
}

function Found({ found }: { found: ReportCase }) {
  const { kind, member, project, reports, decided, histories } = found;
  const [about] = histories;
  return (
    <>
      <h1 className="wrap-anywhere text-2xl">{subjectWords({ kind, member, title: project?.title ?? null })}</h1>
      {reports.map((report) => (
        <Card key={report.id} className="grid gap-4">
          <div>
            <h2 className="text-base">{reportReasonWords[report.reason]}</h2>
            <p className="wrap-anywhere text-muted text-sm">
              Reported by {report.reporter.name}, <TimeAgo time={report.created_at} />
            </p>
          </div>
          {report.words !== '' && <p className="wrap-anywhere whitespace-pre-wrap">{report.words}</p>}
          <EvidenceView reportId={report.id} evidence={report.evidence} reportedId={member.id} />
        </Card>
      ))}
      {decided && (
        <Card className="grid gap-1">
          <h2 className="text-base">{decisionWords[decided.decision]}</h2>
          <p className="text-muted text-sm">
            {decided.by ?? 'A moderator'}, <TimeAgo time={decided.at} />
          </p>
          <p className="wrap-anywhere whitespace-pre-wrap">{decided.note}</p>
        </Card>
      )}
      {found.may_decide && <DecisionForm found={found} />}
      {!decided && !found.may_decide && (
        <p className="text-muted">You are part of this report. Another moderator has to decide.</p>
      )}
      {about?.suspended && (
        <LiftForm
          caseId={found.id}
          what={{ userId: member.id }}
          title={`${member.name} is suspended${about.suspended_until ? ` until ${localTime(about.suspended_until)}` : ''}`}
          yes="Lift the suspension"
        />
      )}
      {project?.hidden && (
        <LiftForm
          caseId={found.id}
          what={{ projectId: project.id }}
          title="This project is hidden"
          yes="Show the project again"
        />
      )}
      {histories.map((history) => (
        <History key={history.member.id} history={history} isReported={history.member.id === member.id} />
      ))}
    </>
  );
}

/** Earlier reports about a member and by them, and earlier decisions of moderators. */
function History({ history, isReported }: { history: MemberHistory; isReported: boolean }) {
  const { member, suspended, about, by, acts } = history;
  return (
    <Card className="grid gap-4">
      <h2 className="flex flex-wrap items-center gap-2 text-base">
        <span className="wrap-anywhere min-w-0">
          {member.name} ({isReported ? 'reported' : 'reporter'})
        </span>
        {suspended && <Chip>Suspended</Chip>}
      </h2>
      <Reports title="Earlier reports about them" reports={about} />
      <Reports title="Earlier reports by them" reports={by} />
      <section className="grid gap-1">
        <h3 className="text-muted text-sm">Earlier decisions</h3>
        {acts.length === 0 && <p className="text-sm">None</p>}
        <ul className="grid gap-2">
          {acts.map((act) => (
            <li key={act.id} className="wrap-anywhere text-sm">
              {actWords(act)} · {act.by ?? 'A moderator'} · <TimeAgo time={act.at} />
              {act.note && <span className="block whitespace-pre-wrap text-muted">{act.note}</span>}
            </li>
          ))}
        </ul>
      </section>
    </Card>
  );
}

function Reports({ title, reports }: { title: string; reports: MemberHistory['about'] }) {
  return (
    <section className="grid gap-1">
      <h3 className="text-muted text-sm">{title}</h3>
      {reports.length === 0 && <p className="text-sm">None</p>}
      <ul>
        {reports.map((report) => (
          <li key={report.id}>
            <Link
              to={`/moderation/${report.id}`}
              className="inline-flex min-h-control-sm items-center gap-1 text-sm hover:underline pointer-coarse:min-h-control"
            >
              {reportReasonWords[report.reason]} ({report.kind}),{' '}
              {report.decision === null ? 'waiting' : decisionWords[report.decision]} ·{' '}
              <TimeAgo time={report.created_at} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
