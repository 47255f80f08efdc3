import { fieldsOf } from '@sangam/shared/core/keys-of';
import { type ModeratorDecision, reportReasonWords } from '@sangam/shared/core/reports';
import { clockTime, shortDate } from '@sangam/shared/core/time';
import type { MemberHistory, ReportCase } from '@sangam/shared/trust/moderation';
import { ArrowLeft, ShieldCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { isGone, isRefusedWith } from '../../../core/api/errors';
import { useSingleKey } from '../../../core/device/shortcuts';
import { hasFailed, idle } from '../../../core/store/loadable';
import { localTime } from '../../../lib/text/local-time';
import { wireWords } from '../../../lib/wire-words';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { Card } from '../../../ui/Card';
import { Chip } from '../../../ui/Chip';
import { Still } from '../../../ui/decision/StillRow';
import { MemberName, raisedWholeName } from '../../../ui/MemberName';
import { EmptyState } from '../../../ui/page/EmptyState';
import { ErrorState } from '../../../ui/page/ErrorState';
import { Skeleton } from '../../../ui/page/Skeleton';
import { WhenLoaded } from '../../../ui/page/WhenLoaded';
import { TimeAgo } from '../../../ui/TimeAgo';
import { loadCase, useModeration } from '../../state/moderation';
import { decisionOfKey } from './actions';
import { DecisionForm, decisionsFor } from './DecisionForm';
import { EvidenceView } from './EvidenceView';
import { LiftForm } from './NoteForm';
import { actWords, apartFrom, decisionWords, subjectWords } from './report-words';

const none = idle<ReportCase>();

interface CaseViewProps {
  id: number;
  backTo: string;
  /** The next report of the queue; null after the last. */
  nextTo: string | null;
}

/** One report: the evidence, the decision, and the history of both sides. */
export function CaseView({ id, backTo, nextTo }: CaseViewProps) {
  useEffect(() => {
    void loadCase(id);
  }, [id]);
  return (
    <section aria-label="Report" className="grid min-w-0 content-start gap-6">
      <Link
        to={backTo}
        className="inline-flex min-h-control items-center gap-2 justify-self-start text-muted text-sm hover:text-fg lg:hidden"
      >
        <ArrowLeft aria-hidden className="size-4" />
        All reports
      </Link>
      <LoadedCase id={id} nextTo={nextTo} />
    </section>
  );
}

function LoadedCase({ id, nextTo }: Pick<CaseViewProps, 'id' | 'nextTo'>) {
  const loadable = useModeration(({ byId }) => byId[id] ?? none);
  const { data, error } = loadable;
  if (isGone(error)) return <ErrorState message="Report not found" />;
  if (isRefusedWith(error, 'FORBIDDEN')) return <EmptyState icon={ShieldCheck} title={error.message} />;
  return (
    <WhenLoaded
      data={data}
      failed={hasFailed(loadable)}
      what="the report"
      skeleton={<Skeleton className="h-64" />}
      onRetry={() => loadCase(id)}
    >
      {(found) => <Found found={found} nextTo={nextTo} />}
    </WhenLoaded>
  );
}

function Found({ found, nextTo }: { found: ReportCase; nextTo: string | null }) {
  const { kind, member, project, team, project_deleted, reports, further_reports: further = 0 } = found;
  const { decided, histories, may_decide } = found;
  const named = project ?? team;
  const people = [member, ...reports.map(({ reporter }) => reporter)];
  const [decision, setDecision] = useState<ModeratorDecision | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isByKey = fieldsOf(useLocation().state).byKey === true;
  // A screen reader reads the report that a key or Next report opened.
  useEffect(() => {
    if (isByKey) heading.current?.focus();
  }, [isByKey]);
  useSingleKey((key) => {
    const chosen = decisionOfKey(key);
    if (!may_decide || chosen === undefined || !decisionsFor(found).includes(chosen)) return false;
    setDecision(chosen);
    return true;
  });
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 ref={heading} tabIndex={-1} className="wrap-anywhere min-w-0 text-xl">
          {subjectWords({ kind, member, title: named?.title ?? null })}
        </h2>
        {project_deleted && <Chip>Project deleted</Chip>}
        {/* A hidden project has a page for its team only. */}
        {named && !project_deleted && !project?.hidden && (
          <ButtonLink to={`/projects/${named.id}`} size="sm">
            Open project
          </ButtonLink>
        )}
      </div>
      {reports.map((report, index) => (
        <ReportCard
          key={report.id}
          report={report}
          reportedId={member.id}
          apart={apartFrom(people, report.reporter)}
          repeats={JSON.stringify(report.evidence) === JSON.stringify(reports[index - 1]?.evidence)}
        />
      ))}
      {further > 0 && (
        <p className="text-muted text-sm">
          {further === 1 ? '1 further report isn’t shown.' : `${further} further reports aren’t shown.`} The decision
          applies to all.
        </p>
      )}
      {may_decide && reports.some((report) => report.member) && (
        <p className="text-muted text-sm">
          Warn and Suspend apply only to {member.name}. Reports from when another member was the creator then stay open.
        </p>
      )}
      {/* Each outcome is shorter than its form, and below are links to other reports: none of them may come under a second press. */}
      <div>
        <Still className="content-start gap-6">
          <Outcome decided={decided} nextTo={nextTo} />
          {may_decide && <DecisionForm found={found} decision={decision} onChoose={setDecision} />}
          {!decided && !may_decide && (
            <p className="text-muted">You’re part of this report. Another moderator has to decide.</p>
          )}
          <LiftForms found={found} />
        </Still>
      </div>
      {histories.map((history) => (
        <History
          key={history.member.id}
          history={history}
          apart={apartFrom(people, history.member)}
          isReported={history.member.id === member.id}
        />
      ))}
    </>
  );
}

interface ReportCardProps {
  report: ReportCase['reports'][number];
  reportedId: number;
  /** Tells the reporter apart from others of their name. */
  apart: string | null;
  /** Whether its evidence is that of the report above it. */
  repeats: boolean;
}

/** One member's report: the reason, their words, and the evidence. */
function ReportCard({ report, reportedId, apart, repeats }: ReportCardProps) {
  const { id, reason, reporter, member, created_at, words, evidence, picture_urls } = report;
  return (
    <Card className="grid gap-4">
      <div>
        <h3 className="text-base">{wireWords(reportReasonWords, reason)}</h3>
        <p className="wrap-anywhere text-muted text-sm">
          Reported by <MemberName id={reporter.id} name={reporter.name} />
          {apart !== null && ` (${apart})`}, <TimeAgo time={created_at} className="in-sentence" />
          {member && (
            <>
              , when <MemberName id={member.id} name={member.name} /> was the creator
            </>
          )}
        </p>
      </div>
      {words !== '' && <p className="wrap-anywhere whitespace-pre-wrap">{words}</p>}
      {repeats ? (
        <p className="text-muted text-sm">Same evidence as in the report above</p>
      ) : (
        <EvidenceView reportId={id} evidence={evidence} reportedId={reportedId} pictures={picture_urls} />
      )}
    </Card>
  );
}

/** The decision, once there is one. */
function Outcome({ decided, nextTo }: { decided: ReportCase['decided']; nextTo: string | null }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const wasOpen = useRef(decided === null);
  // It is shorter than the form that it replaces, so the page would be scrolled past it; and the focus is gone with the form.
  useEffect(() => {
    if (decided && wasOpen.current) heading.current?.focus();
    wasOpen.current = decided === null;
  }, [decided]);
  if (!decided) return null;
  return (
    <Card className="grid gap-1">
      <h3 ref={heading} tabIndex={-1} className="scroll-mt-8 text-base">
        {wireWords(decisionWords, decided.decision)}
      </h3>
      <p className="text-muted text-sm">
        {decided.by ?? 'A moderator'}, <TimeAgo time={decided.at} className="in-sentence" />
      </p>
      <p className="wrap-anywhere whitespace-pre-wrap">{decided.note}</p>
      {nextTo !== null && (
        <ButtonLink to={nextTo} state={{ byKey: true }} className="mt-2 justify-self-start">
          Next report
        </ButtonLink>
      )}
    </Card>
  );
}

/** Ends what an earlier decision has put in force: a suspension, or the hiding of a project. */
function LiftForms({ found: { id, member, project, histories } }: { found: ReportCase }) {
  const [about] = histories;
  return (
    <>
      {about && (
        <LiftForm
          caseId={id}
          what={{ userId: member.id }}
          isNeeded={about.suspended}
          title={`${member.name} is suspended${about.suspended_until ? ` until ${localTime(about.suspended_until)}` : ''}`}
          yes="Lift the suspension"
          done="Suspension lifted"
        />
      )}
      {project && (
        <LiftForm
          caseId={id}
          what={{ projectId: project.id }}
          isNeeded={project.hidden}
          title="This project is hidden"
          yes="Show the project again"
          done="Project shown again"
        />
      )}
    </>
  );
}

interface HistoryProps {
  history: MemberHistory;
  /** Tells the member apart from others of their name in this case. */
  apart: string | null;
  isReported: boolean;
}

/** Other reports about a member and by them, and earlier decisions of moderators. */
function History({ history, apart, isReported }: HistoryProps) {
  const { member, suspended, about, by, acts } = history;
  return (
    <Card className="grid gap-4">
      <h3 className="flex flex-wrap items-center gap-2 text-base">
        <MemberName id={member.id} name={member.name} className={raisedWholeName} />
        <span>({[isReported ? 'reported' : 'reporter', ...(apart === null ? [] : [apart])].join(', ')})</span>
        {suspended && <Chip tone="state">Suspended</Chip>}
      </h3>
      <Reports title="Other reports about them" reports={about} />
      <Reports title="Other reports by them" reports={by} />
      {acts.length > 0 && (
        <section className="grid gap-1">
          <h4 className="text-muted text-sm">Earlier decisions</h4>
          <ul className="grid gap-2">
            {acts.map((act) => (
              <li key={act.id} className="wrap-anywhere text-sm">
                {actWords(act)} · {act.by ?? 'A moderator'} · <TimeAgo time={act.at} />
                {act.words && <span className="block whitespace-pre-wrap">To the member: {act.words}</span>}
                {act.note && <span className="block whitespace-pre-wrap text-muted">{act.note}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {about.length + by.length + acts.length === 0 && (
        <p className="text-muted text-sm">No other reports and no earlier decisions</p>
      )}
    </Card>
  );
}

function Reports({ title, reports }: { title: string; reports: MemberHistory['about'] }) {
  if (reports.length === 0) return null;
  return (
    <section className="grid gap-1">
      <h4 className="text-muted text-sm">{title}</h4>
      <ul>
        {reports.map((report) => (
          <li key={report.id}>
            <Link
              to={`/moderation/${report.id}`}
              className="inline-flex min-h-control-sm items-center text-sm hover:underline pointer-coarse:min-h-control"
            >
              {/* One box: as flex items, its parts would break into columns on a phone. */}
              <span className="wrap-anywhere py-1">
                {subjectWords(report)} · {wireWords(reportReasonWords, report.reason)} ·{' '}
                {report.decision === null ? 'Open' : wireWords(decisionWords, report.decision)} ·{' '}
                {report.reports !== undefined && `${report.reports} reports · `}
                {shortDate(report.created_at)}, {clockTime(report.created_at)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
