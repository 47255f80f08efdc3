import { isolate } from '@sangam/shared/core/isolate';
import type { ReportCase } from '@sangam/shared/trust/moderation';
import { useEffect, useRef } from 'react';
import { localTime } from '../../../lib/text/local-time';
import { wireLabel } from '../../../lib/wire-label';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { Card } from '../../../ui/Card';
import { TimeAgo } from '../../../ui/TimeAgo';
import { LiftForm } from './NoteForm';
import { decisionWords } from './report-words';

/** The decision, once there is one. */
export function Outcome({ decided, nextTo }: { decided: ReportCase['decided']; nextTo: string | null }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const wasOpen = useRef(decided === null);
  // The focus was in the form that this replaces. Moving it here also scrolls to the outcome, which is shorter than the form.
  useEffect(() => {
    if (decided && wasOpen.current) heading.current?.focus();
    wasOpen.current = decided === null;
  }, [decided]);
  if (!decided) return null;
  return (
    <Card className="grid gap-1">
      <h3 ref={heading} tabIndex={-1} className="scroll-mt-8 text-base">
        {wireLabel(decisionWords, decided.decision)}
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

/** Forms that lift a suspension or a hiding that is in force. */
export function LiftForms({ found: { id, member, project, histories } }: { found: ReportCase }) {
  const [about] = histories;
  return (
    <>
      {about && (
        <LiftForm
          caseId={id}
          what={{ userId: member.id }}
          isNeeded={about.suspended}
          title={`${isolate(member.name)} is suspended${about.suspended_until ? ` until ${localTime(about.suspended_until)}` : ''}`}
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
