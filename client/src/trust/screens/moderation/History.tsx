import { reportReasonWords } from '@sangam/shared/core/reports';
import type { MemberHistory } from '@sangam/shared/trust/moderation';
import { Link } from 'react-router-dom';
import { Card } from '../../../ui/Card';
import { Chip } from '../../../ui/Chip';
import { TimeAgo } from '../../../ui/TimeAgo';
import { actWords, decisionWords } from './report-words';

/** What was reported of a member, or by them, and what moderators did before. */
export function History({ history, isReported }: { history: MemberHistory; isReported: boolean }) {
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
