import type { CallAnswer, CallQuery } from '@sangam/shared/app/calls';
import { trustLimits } from '@sangam/shared/trust/limits';
import type { DecisionBody, MemberHistory, ReportCase } from '@sangam/shared/trust/moderation';
import type { SessionOrigin } from '../../people/people.js';
import type { Db } from '../../platform/db/database.js';
import { transact } from '../../platform/db/transaction.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { record } from '../../platform/records/audit.queries.js';
import { isModerator } from '../moderators/queries.js';
import { isParty, isReported } from '../reports/parties.js';
import { findReport, findVersion, listActs, listEarlier, listSame, type ReportRow } from './case.queries.js';
import { createContext, type ReadContext } from './context.js';
import { createDecide, type Decide, type DecideDeps } from './decide.js';
import { findMember, findProject } from './deciding.queries.js';
import { createLift, type Lift } from './lift.js';
import { presentDecision, presentHistory, presentLine, presentReport } from './present.js';
import { countOpen, listDecided, listOpen } from './queue.queries.js';

type Reports = CallAnswer<'GET /api/moderation/reports'>['data'];

/** Calls for moderators. FORBIDDEN for everybody else, even for unknown ids. */
export interface ModerationService extends Lift {
  list(member: Member, query: CallQuery<'GET /api/moderation/reports'>): Promise<Result<Reports>>;
  /** Returns a report, with the others that its decision covers, and records the access. NOT_FOUND also for a reported moderator. */
  find(member: Member, id: number, origin: SessionOrigin): Promise<Result<ReportCase>>;
  context: ReadContext;
  decide: Decide;
  /** Returns the report if this moderator has already decided it with the same decision and note. */
  findDecided(member: Member, id: number, body: Pick<DecisionBody, 'decision' | 'note'>): Promise<ReportCase | null>;
}

export function createModerationService(deps: DecideDeps): ModerationService {
  const { db, bus } = deps;
  const find = async (member: Member, id: number) =>
    (await isModerator(db, member.id)) ? readCase(deps, member, id) : fail('FORBIDDEN');
  return {
    ...createLift(deps),
    async find(member, id, origin) {
      const found = await find(member, id);
      if (!found.ok) return found;
      // A report shows messages by others, so access is recorded.
      return transact(db, bus, async (trx) => {
        const entry = { actorId: member.id, memberId: found.value.member.id, details: { report_id: id }, origin };
        await record(trx, { kind: 'report:read', ...entry });
        return found;
      });
    },
    context: createContext(deps),
    decide: createDecide({ ...deps, find }),

    async findDecided(member, id, { decision, note }) {
      const report = await findReport(db, id);
      if (report?.decided_by !== member.id || report.decision !== decision || report.note !== note) return null;
      const found = await find(member, id);
      return found.ok ? found.value : null;
    },

    async list(member, { state = 'open', after, limit = trustLimits.reportsPage }) {
      if (!(await isModerator(db, member.id))) return fail('FORBIDDEN');
      const page = { readerId: member.id, after, limit: limit + 1 };
      const [rows, open] = await Promise.all([
        state === 'open' ? listOpen(db, page) : listDecided(db, page),
        countOpen(db, member.id),
      ]);
      return ok({ reports: rows.slice(0, limit).map(presentLine), has_more: rows.length > limit, open });
    },
  };
}

async function readCase(
  { db, pictures }: Pick<DecideDeps, 'db' | 'pictures'>,
  { id: moderatorId, sessionId }: Member,
  id: number,
): Promise<Result<ReportCase>> {
  const found = await findReport(db, id);
  if (!found) return fail('NOT_FOUND');
  // Read before the evidence, so that a report that grows in between refuses the decision instead of counting as read.
  const version = found.decision === null ? await findVersion(db, found) : null;
  const reports = await listSame(db, found, moderatorId);
  const furtherCount = (reports[0]?.in_all ?? 1) - reports.length;
  const relatedProject = await findProject(db, found.team?.id ?? found.subject_id);
  const project = found.kind === 'project' ? relatedProject : undefined;
  if (isReported(reports, project, moderatorId)) return fail('NOT_FOUND');
  const everybody = new Set([found.member_id, ...reports.map(({ reporter_id }) => reporter_id)]);
  // About their own history, moderators see only what any member sees.
  const sides = [...everybody].filter((side) => side !== moderatorId);
  const histories = await Promise.all(
    sides.slice(0, SIDES_MAX).map((side) => readHistory(db, side, { openCase: found, readerId: moderatorId })),
  );
  const present = (report: ReportRow) => {
    const reported = report.evidence.member?.pictures;
    const session = { userId: moderatorId, sessionId };
    const urls = reported && { picture_urls: pictures.addressesOf(reported, report.member_id, session) };
    return { ...presentReport(report, found.member_id), ...urls };
  };
  return ok({
    id,
    kind: found.kind,
    member: { id: found.member_id, name: found.member_name ?? '' },
    ...(found.team && { team: found.team }),
    project: project ? { id: project.id, title: project.title, hidden: project.hidden_at !== null } : null,
    ...((project ?? found.team) && relatedProject?.state === 'deleted' && { project_deleted: true as const }),
    reports: reports.map(present),
    ...(furtherCount > 0 && { further_reports: furtherCount }),
    decided: presentDecision(found),
    ...(version !== null && { version }),
    may_decide: found.decision === null && !isParty(reports, project, moderatorId),
    histories: histories.filter((history) => history !== null),
  });
}

/** The number of histories in a case: the reported member's and the first reporters'. */
const SIDES_MAX = 5;

async function readHistory(
  db: Db,
  userId: number,
  reading: { openCase: ReportRow; readerId: number },
): Promise<MemberHistory | null> {
  const member = await findMember(db, userId);
  if (!member) return null;
  const [about, by, acts] = await Promise.all([
    listEarlier(db, { userId, as: 'member_id', ...reading }),
    listEarlier(db, { userId, as: 'reporter_id', ...reading }),
    listActs(db, userId),
  ]);
  return presentHistory(member, { about, by, acts });
}
