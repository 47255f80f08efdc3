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
import { isParty, isReported, refuseReported } from '../reports/parties.js';
import { createContext, type ReadContext } from './context.js';
import { createDecide, createLift, type Decide, type DecideDeps, type Lift } from './decide.js';
import { presentDecision, presentHistory, presentLine, presentReport } from './present.js';
import type { ReportRow } from './queries.js';
import * as queries from './queries.js';

type Reports = CallAnswer<'GET /api/moderation/reports'>['data'];

/** Calls for moderators. FORBIDDEN for everybody else, even for unknown ids. */
export interface ModerationService extends Lift {
  list(member: Member, query: CallQuery<'GET /api/moderation/reports'>): Promise<Result<Reports>>;
  /** Records the reading, and returns a report with all open ones about the same subject, or NOT_FOUND. FORBIDDEN for a reported moderator. */
  find(member: Member, id: number, origin: SessionOrigin): Promise<Result<ReportCase>>;
  context: ReadContext;
  decide: Decide;
  /** The report, if this moderator has decided it by the same decision and note. */
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
      // A report shows messages of others: nobody reads one without a trace.
      return transact(db, bus, async (trx) => {
        const entry = { actorId: member.id, memberId: found.value.member.id, details: { report_id: id }, origin };
        await record(trx, { kind: 'report:read', ...entry });
        return found;
      });
    },
    context: createContext(deps),
    decide: createDecide({ ...deps, find }),

    async findDecided(member, id, { decision, note }) {
      const report = await queries.findReport(db, id);
      if (report?.decided_by !== member.id || report.decision !== decision || report.note !== note) return null;
      const found = await find(member, id);
      return found.ok ? found.value : null;
    },

    async list(member, { state = 'open', after, limit = trustLimits.reportsPage }) {
      if (!(await isModerator(db, member.id))) return fail('FORBIDDEN');
      const page = { after, limit: limit + 1 };
      const [rows, open] = await Promise.all([
        state === 'open' ? queries.listOpen(db, page) : queries.listDecided(db, page),
        queries.countOpen(db),
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
  const found = await queries.findReport(db, id);
  if (!found) return fail('NOT_FOUND');
  const waiting =
    found.decision === null ? await queries.listWaiting(db, found, moderatorId) : [{ ...found, in_all: 1 }];
  const further = (waiting[0]?.in_all ?? 1) - waiting.length;
  const named = await queries.findProject(db, found.team?.id ?? found.subject_id);
  const project = found.kind === 'project' ? named : undefined;
  const refused = refuseReported(waiting, project, moderatorId);
  if (refused !== null) return refused;
  const everybody = new Set([found.member_id, ...waiting.map(({ reporter_id }) => reporter_id)]);
  // About their own history, moderators see only what any member sees.
  const sides = [...everybody].filter((side) => side !== moderatorId);
  const shown = waiting.map((report) => report.id);
  const histories = await Promise.all(
    sides.slice(0, SIDES_MAX).map((side) => readHistory(db, side, { shown, moderatorId })),
  );
  const present = (report: ReportRow) => {
    const reported = report.evidence.member?.pictures;
    const session = { userId: moderatorId, sessionId };
    const urls = reported && { picture_urls: pictures.addressesOf(reported, report.member_id, session) };
    return { ...presentReport(report), ...urls };
  };
  return ok({
    id,
    kind: found.kind,
    member: { id: found.member_id, name: found.member_name ?? '' },
    ...(found.team && { team: found.team }),
    project: project ? { id: project.id, title: project.title, hidden: project.hidden_at !== null } : null,
    ...((project ?? found.team) && named?.state === 'deleted' && { project_deleted: true as const }),
    reports: waiting.map(present),
    ...(further > 0 && { further_reports: further }),
    decided: presentDecision(found),
    may_decide: found.decision === null && !isParty(waiting, project, moderatorId),
    histories: histories.filter((history) => history !== null),
  });
}

/** The histories in a case: the reported member's and the first reporters'. */
const SIDES_MAX = 5;

async function readHistory(
  db: Db,
  userId: number,
  { shown, moderatorId }: { shown: readonly number[]; moderatorId: number },
): Promise<MemberHistory | null> {
  const member = await queries.findMember(db, userId);
  if (!member) return null;
  const listEarlier = async (which: 'member_id' | 'reporter_id') =>
    (await queries.listEarlier(db, which, userId)).filter(
      (report) => !shown.includes(report.id) && !isReported([report], report, moderatorId),
    );
  const [about, by, acts] = await Promise.all([
    listEarlier('member_id'),
    listEarlier('reporter_id'),
    queries.listActs(db, userId),
  ]);
  return presentHistory(member, { about, by, acts });
}
