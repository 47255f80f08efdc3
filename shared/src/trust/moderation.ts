import { type Static, Type } from 'typebox';
import { moderatorDecisions, removableParts, reportKinds, reportReasons, suspensionDays } from '../core/reports.js';
import { CleanText, Data, Id, Instant, Limit, Nullable, Seq, Strict, StrictNaming } from '../core/schemas.js';
import { Evidence, EvidenceMessage, Person, Team } from './evidence.js';
import { trustLimits } from './limits.js';

const Kind = Type.Enum([...reportKinds]);
const Reason = Type.Enum([...reportReasons]);
const Decision = Type.Enum([...moderatorDecisions]);

export const ReportBody = StrictNaming(['id', 'conversation_id'], {
  kind: Kind,
  id: Type.Optional(
    Type.Integer({ ...Id, description: 'the member, the project, or the other member of the conversation' }),
  ),
  conversation_id: Type.Optional(Type.Integer({ ...Id, description: 'for a message, instead of `id`' })),
  seq: Type.Optional(Type.Integer({ ...Seq, description: 'for a message: its number' })),
  seqs: Type.Optional(
    Type.Array(Seq, {
      minItems: 1,
      maxItems: trustLimits.reportedMessagesMax,
      description: 'for several messages of one conversation, in addition to `seq`',
    }),
  ),
  member_id: Type.Optional(
    Type.Integer({
      ...Id,
      description:
        "for a team's conversation that the reporter has left, instead of `seq`: whose last messages it is about",
    }),
  ),
  reason: Reason,
  words: Type.Optional(CleanText('text', trustLimits.reportWordsMaxChars)),
  block: Type.Optional(Type.Boolean({ description: 'also blocks the reported member' })),
});
export type ReportBody = Static<typeof ReportBody>;
/** The report, or the member's open one about the same subject. */
export const ReportAnswer = Data(
  Type.Object({
    id: Id,
    created_at: Instant,
    blocked_id: Type.Optional(Type.Integer({ ...Id, description: 'the reported member, if blocked now' })),
  }),
);

/** A team's conversation that the member has left, or its project. */
export const ReportableQuery = StrictNaming(['conversation_id', 'project_id'], {
  conversation_id: Type.Optional(Id),
  project_id: Type.Optional(Id),
});
export const ReportableAnswer = Data(
  Type.Object({
    conversation_id: Type.Optional(Type.Integer({ ...Id, description: "the team's; older servers leave it out" })),
    members: Type.Array(Person),
    project: Type.Optional(
      Type.Object(
        { id: Id, title: Type.String() },
        { description: "the team's project, unless it is hidden or deleted; older servers leave it out" },
      ),
    ),
  }),
);

const ReportedTitle = Nullable(
  Type.String({ description: "a project's title when it was reported; of a team's message, the team's project" }),
);

/** A line of the queue: all open reports about one subject, or all that one decision covers. */
export const ReportLine = Type.Object({
  id: Type.Integer({ ...Id, description: 'the first report on this subject' }),
  kind: Kind,
  member: Person,
  title: ReportedTitle,
  reason: Reason,
  reports: Type.Integer({ minimum: 1, description: 'the number of reports that one decision covers' }),
  created_at: Instant,
  decision: Nullable(Decision),
  decided_at: Type.Optional(Instant),
});
export type ReportLine = Static<typeof ReportLine>;

/** `after`: the last line of the previous page. Open reports come oldest first, decided ones newest first. */
export const ReportsQuery = Strict({
  state: Type.Optional(Type.Enum(['open', 'decided'])),
  after: Type.Optional(Id),
  limit: Limit(trustLimits.reportsPage, trustLimits.reportsPageMax),
});
export const ReportsAnswer = Data(
  Type.Object({ reports: Type.Array(ReportLine), has_more: Type.Boolean(), open: Type.Integer({ minimum: 0 }) }),
);

export const Report = Type.Object({
  id: Id,
  reporter: Person,
  member: Type.Optional(
    Type.Object(Person.properties, {
      description: "the project's creator when it was reported, if not the case's member",
    }),
  ),
  reason: Reason,
  words: Type.String(),
  created_at: Instant,
  evidence: Evidence,
  picture_urls: Type.Optional(
    Type.Array(Type.String(), {
      description: 'addresses of the reported pictures, which moderators may read for 30 days',
    }),
  ),
});

/** An earlier report about or by a member. If one decision covers several about them, the first of these. */
const EarlierReport = Type.Object({
  id: Id,
  kind: Kind,
  member: Person,
  title: ReportedTitle,
  reason: Reason,
  reports: Type.Optional(
    Type.Integer({ minimum: 2, description: 'the number of reports that one decision covers, if several' }),
  ),
  created_at: Instant,
  decision: Nullable(Decision),
});

/** A moderator's earlier act on a member. */
const EarlierAct = Type.Object({
  id: Id,
  at: Instant,
  kind: Type.String({ description: 'as in the audit trail' }),
  by: Nullable(Type.String({ description: "the moderator's name" })),
  reason: Type.Optional(Reason),
  note: Type.Optional(Type.String()),
  words: Type.Optional(Type.String({ description: "the moderator's message to the member" })),
  until: Type.Optional(Type.String({ description: 'the planned end of a suspension: ISO 8601, UTC' })),
});

/** The history of the reported member or of a reporter. */
export const MemberHistory = Type.Object({
  member: Person,
  suspended: Type.Boolean(),
  suspended_until: Type.Optional(Instant),
  about: Type.Array(EarlierReport),
  by: Type.Array(EarlierReport),
  acts: Type.Array(EarlierAct),
});
export type MemberHistory = Static<typeof MemberHistory>;

/** A report as moderators see it, with all open ones about the same subject. */
export const ReportCase = Type.Object({
  id: Id,
  kind: Kind,
  member: Person,
  project: Nullable(Type.Object({ id: Id, title: Type.String(), hidden: Type.Boolean() })),
  project_deleted: Type.Optional(
    Type.Literal(true, {
      description: "the reported project is deleted, or that of the message's team: it can't be hidden",
    }),
  ),
  team: Type.Optional(Team),
  reports: Type.Array(Report, {
    description: 'reports that one decision covers, 20 at most; from older servers, a decided one alone',
  }),
  further_reports: Type.Optional(Type.Integer({ minimum: 1, description: 'the number of further ones' })),
  decided: Nullable(Type.Object({ decision: Decision, note: Type.String(), at: Instant, by: Nullable(Type.String()) })),
  version: Type.Optional(
    Type.String({
      description: 'of the open reports and their evidence; a decision sends it back. Absent once decided',
    }),
  ),
  may_decide: Type.Boolean({
    description: 'false for the reported member, and for a moderator who made one of these reports',
  }),
  histories: Type.Array(MemberHistory, { description: 'of the reported member, then of the reporters' }),
});
export type ReportCase = Static<typeof ReportCase>;
export const ReportCaseAnswer = Data(ReportCase);

/** `note`: for moderators only. `reason`: shown to the member. */
const ModeratorNote = CleanText('text', trustLimits.moderatorNoteMaxChars);
export const DecisionBody = Strict({
  decision: Decision,
  reason: Reason,
  note: ModeratorNote,
  version: Type.Optional(
    Type.String({ maxLength: 64, description: 'of the reports and evidence that the moderator has seen' }),
  ),
  days: Type.Optional(
    Type.Enum([...suspensionDays], { description: 'with suspend: its length; without it the suspension has no end' }),
  ),
  parts: Type.Optional(
    Type.Array(Type.Enum([...removableParts]), {
      minItems: 1,
      maxItems: removableParts.length,
      description: "with remove: the parts of the member's page",
    }),
  ),
  words: Type.Optional(
    Type.String({
      ...CleanText('text', trustLimits.moderatorNoteMaxChars),
      description: 'shown to the member; older servers refuse it with remove and hide, and all with dismiss',
    }),
  ),
});
export type DecisionBody = Static<typeof DecisionBody>;
export const NoteBody = Strict({ note: ModeratorNote });

/** A suspension, as its member reads it. */
export const OwnSuspension = Type.Object({
  until: Nullable(Type.String({ description: 'ISO 8601, UTC; null if it has no end' })),
  reason: Nullable(Reason),
  words: Type.String({ description: "the moderator's message; empty if there is none" }),
  contact: Nullable(Type.String({ description: "the operator's address" })),
  email: Type.String(),
  has_password: Type.Boolean(),
});
export type OwnSuspension = Static<typeof OwnSuspension>;
export const OwnSuspensionAnswer = Data(OwnSuspension);

/** The next messages before or after a number in a reported conversation. */
export const ContextQuery = Strict({ before: Type.Optional(Seq), after: Type.Optional(Seq) });
export const ContextAnswer = Data(
  Type.Object({
    messages: Type.Array(EvidenceMessage),
    has_more: Type.Boolean({ description: 'false also if moderators may read no further' }),
  }),
);
