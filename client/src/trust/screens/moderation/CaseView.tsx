import { isolate } from '@sangam/shared/core/isolate';
import { fieldsOf } from '@sangam/shared/core/keys-of';
import type { ModeratorDecision } from '@sangam/shared/core/reports';
import type { ReportCase } from '@sangam/shared/trust/moderation';
import { ArrowLeft, ShieldCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { isGone, isRefusedWith } from '../../../core/api/errors';
import { useSingleKey } from '../../../core/device/shortcuts';
import { hasFailed, idle } from '../../../core/store/loadable';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { Chip } from '../../../ui/Chip';
import { Still } from '../../../ui/decision/StillRow';
import { EmptyState } from '../../../ui/page/EmptyState';
import { ErrorState } from '../../../ui/page/ErrorState';
import { CardSkeleton } from '../../../ui/page/Skeleton';
import { WhenLoaded } from '../../../ui/page/WhenLoaded';
import { loadCase, useModeration } from '../../state/moderation';
import { decisionOfKey } from './actions';
import { DecisionForm, decisionsFor } from './DecisionForm';
import { History } from './History';
import { LiftForms, Outcome } from './Outcome';
import { ReportCard } from './ReportCard';
import { apartFrom, subjectWords } from './report-words';

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
      skeleton={<CardSkeleton className="h-64" />}
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
          Warn and Suspend apply only to {isolate(member.name)}. Reports from when another member was the creator then
          stay open.
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
