import { reportReasonWords } from '@sangam/shared/core/reports';
import { clockTime, shortDate } from '@sangam/shared/core/time';
import type { MemberHistory } from '@sangam/shared/trust/moderation';
import { Link } from 'react-router-dom';
import { wireLabel } from '../../../lib/wire-label';
import { Card } from '../../../ui/Card';
import { Chip } from '../../../ui/Chip';
import { MemberName, raisedWholeName } from '../../../ui/MemberName';
import { TimeAgo } from '../../../ui/TimeAgo';
import { actWords, decisionWords, subjectWords } from './report-words';

interface HistoryProps {
  history: MemberHistory;
  /** Tells the member apart from others of their name in this case. */
  apart: string | null;
  isReported: boolean;
}

/** Other reports about a member and by them, and earlier decisions of moderators. */
export function History({ history, apart, isReported }: HistoryProps) {
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
                {subjectWords(report)} · {wireLabel(reportReasonWords, report.reason)} ·{' '}
                {report.decision === null ? 'Open' : wireLabel(decisionWords, report.decision)} ·{' '}
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
