import { type Static, type TSchema, Type } from 'typebox';
import { Attachment } from '../chat/attachments.js';
import { Id, Instant, Nullable, Seq, Uuid } from '../core/schemas.js';
import type { MemberText } from '../people/users.js';
import type { ProjectText } from '../projects/projects.js';

/** A member by name. */
export const Person = Type.Object({ id: Id, name: Type.String() });

/** A message as moderators read it. */
export const EvidenceMessage = Type.Object({
  seq: Seq,
  sender: Person,
  content: Type.String({ description: 'for a deleted message: its last text, for 30 days' }),
  created_at: Instant,
  earlier: Type.Optional(
    Type.Array(Type.String(), { description: 'its earlier texts in the last 30 days, oldest first' }),
  ),
  deleted_at: Type.Optional(Instant),
  attachments: Type.Optional(
    Type.Array(Attachment, { description: 'pictures and files, which moderators may read for 30 days' }),
  ),
});

export const Team = Type.Object(
  { id: Id, title: Type.String() },
  { description: "for a message in a team's conversation: the project" },
);

/** The free texts of a project, under the names that reports have for them. */
type ReportedProjectText = Exclude<ProjectText, 'required_skills'> | 'skills';

const project = { title: Type.String(), description: Type.String() };
/** More parts of a project's page; absent if empty, and in reports from older servers. */
const projectParts = {
  timeline: Type.Optional(Type.String()),
  skills: Type.Optional(Type.Array(Type.String())),
  questions: Type.Optional(Type.Array(Type.String())),
  roles: Type.Optional(Type.Array(Type.String(), { description: 'name and skills' })),
} satisfies Record<Exclude<ReportedProjectText, keyof typeof project>, TSchema>;
const memberTexts = {
  name: Type.String(),
  college: Type.String(),
  skills: Type.Array(Type.String()),
  github_link: Nullable(Type.String()),
};
const memberParts = {
  headline: Type.Optional(Type.String()),
  about: Type.Optional(Type.String()),
  looks_for: Type.Optional(Type.String()),
  takes_roles: Type.Optional(Type.Array(Type.String())),
  links: Type.Optional(Type.Array(Type.String())),
} satisfies Record<Exclude<MemberText, keyof typeof memberTexts>, TSchema>;

/** Texts of a page that one change replaced, or that were replaced before a report was repeated. */
const EarlierPage = Type.Object({
  ...Type.Partial(Type.Object({ ...memberTexts, ...memberParts, ...project, ...projectParts })).properties,
  replaced_at: Instant,
});
export type EarlierPage = Static<typeof EarlierPage>;
const earlierMessages = Type.Optional(
  Type.Array(EarlierPage, { description: 'texts replaced in the 30 days before the report, oldest first' }),
);

/** Notes of a member to the reporter. `end_note`: as a creator, to a rejected applicant or a removed member. */
const noteKinds = ['join_request', 'invitation', 'end_note'] as const;
const Note = Type.Object({
  kind: Type.Enum([...noteKinds]),
  project: Type.String({ description: "the project's title" }),
  text: Type.String(),
  at: Instant,
});
export type Note = Static<typeof Note>;

/** A copy of the reported subject at the time of the report. */
export const Evidence = Type.Object({
  messages: Type.Optional(
    Type.Array(EvidenceMessage, { description: 'the reported messages; stored with up to five on each side' }),
  ),
  seq: Type.Optional(Type.Integer({ ...Seq, description: 'the first reported message' })),
  seqs: Type.Optional(Type.Array(Seq, { description: 'all reported messages; absent if only one is reported' })),
  team: Type.Optional(Team),
  member: Type.Optional(
    Type.Object({
      ...memberTexts,
      ...memberParts,
      pictures: Type.Optional(
        Type.Array(Uuid, { description: 'the pictures of the 30 days before the report, the latest one last' }),
      ),
      earlier: earlierMessages,
    }),
  ),
  project: Type.Optional(
    Type.Object({
      ...project,
      ...projectParts,
      earlier: earlierMessages,
      creator: Type.Optional(
        Type.Object(Person.properties, {
          description:
            "whose page it is, if the report was repeated after a transfer; `earlier` may be another creator's",
        }),
      ),
    }),
  ),
  notes: Type.Optional(
    Type.Array(Note, {
      description: 'with a member, or the messages of a team that the reporter has left; oldest first',
    }),
  ),
});
export type Evidence = Static<typeof Evidence>;
