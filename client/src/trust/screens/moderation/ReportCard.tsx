import { reportReasonWords } from '@sangam/shared/core/reports';
import type { ReportCase } from '@sangam/shared/trust/moderation';
import { wireLabel } from '../../../lib/wire-label';
import { Card } from '../../../ui/Card';
import { MemberName } from '../../../ui/MemberName';
import { TimeAgo } from '../../../ui/TimeAgo';
import { EvidenceView } from './EvidenceView';

interface ReportCardProps {
  report: ReportCase['reports'][number];
  reportedId: number;
  /** Tells the reporter apart from others of their name. */
  apart: string | null;
  /** Whether its evidence is that of the report above it. */
  repeats: boolean;
}

/** One member's report: the reason, their words, and the evidence. */
export function ReportCard({ report, reportedId, apart, repeats }: ReportCardProps) {
  const { id, reason, reporter, member, created_at, words, evidence, picture_urls } = report;
  return (
    <Card className="grid gap-4">
      <div>
        <h3 className="text-base">{wireLabel(reportReasonWords, reason)}</h3>
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
