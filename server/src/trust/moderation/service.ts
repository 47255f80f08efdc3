import type { CallAnswer, CallQuery } from '@sangam/shared/app/calls';
import { trustLimits } from '@sangam/shared/trust/limits';
import type { MemberHistory, ReportCase } from '@sangam/shared/trust/moderation';
import type { Db } from '../../platform/db/database.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { isModerator } from '../moderators/queries.js';
import { createDecide, type Decide, type DecideDeps } from './decide.js';
import { createLift, type Lift } from './lift.js';
import { presentDecision, presentHistory, presentLine, presentReport } from './present.js';
import * as queries from './queries.js';

type Reports = CallAnswer<'GET /api/moderation/reports'>['data'];

/** What moderators see and do. FORBIDDEN for everybody else, whatever they ask for. */
export interface ModerationService extends Lift {
  list(member: Member, query: CallQuery<'GET /api/moderation/reports'>): Promise<Result<Reports>>;
  /** A report with what waits about the same; NOT_FOUND. */
  find(member: Member, id: number): Promise<Result<ReportCase>>;
  decide: Decide;
}

export function createModerationService(deps: DecideDeps): ModerationService {
  const { db } = deps;
  const find: ModerationService['find'] = async (member, id) =>
    (await isModerator(db, member.id)) ? readCase(db, member.id, id) : fail('FORBIDDEN');
  return {
    ...createLift(deps),
    find,
    decide: createDecide({ ...deps, find }),

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

async function readCase(db: Db, moderatorId: number, id: number): Promise<Result<ReportCase>> {
  const found = await queries.findReport(db, id);
  if (!found) return fail('NOT_FOUND');
  const waiting = found.decision === null ? await queries.listWaiting(db, found.kind, found.subject_id) : [found];
  const sides = [...new Set([found.member_id, ...waiting.map(({ reporter_id }) => reporter_id)])];
  const shown = waiting.map((report) => report.id);
  const histories = await Promise.all(sides.slice(0, SIDES_MAX).map((side) => readHistory(db, side, shown)));
  const project = found.kind === 'project' ? await queries.findProject(db, found.subject_id) : undefined;
  return ok({
    id,
    kind: found.kind,
    member: { id: found.member_id, name: found.member_name ?? '' },
    project: project ? { id: project.id, title: project.title, hidden: project.hidden_at !== null } : null,
    reports: waiting.map(presentReport),
    decided: presentDecision(found),
    may_decide: found.decision === null && !sides.includes(moderatorId),
    histories: histories.filter((history) => history !== null),
  });
}

/** The reported member, and the first of those who reported. */
const SIDES_MAX = 5;

async function readHistory(db: Db, userId: number, shown: readonly number[]): Promise<MemberHistory | null> {
  const member = await queries.findMember(db, userId);
  if (!member) return null;
  const [about, by, acts] = await Promise.all([
    queries.listEarlier(db, 'member_id', userId),
    queries.listEarlier(db, 'reporter_id', userId),
    queries.listActs(db, userId),
  ]);
  return presentHistory(member, { about, by, acts }, shown);
}
