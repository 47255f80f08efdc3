import type { Activity } from '@sangam/shared/app/dashboard';
import type { Attachment, AttachmentKind } from '@sangam/shared/chat/attachments';
import type { ContactFrom, FoundBy, PresenceFor } from '@sangam/shared/contact/privacy';
import type { ModeratorDecision, ReportKind, ReportReason } from '@sangam/shared/core/reports';
import type { EmailPace } from '@sangam/shared/notices/email-delay';
import type { NoticeGroup } from '@sangam/shared/notices/notification-kinds';
import type { EndReason, ProjectState } from '@sangam/shared/projects/lifecycle';
import type { Category } from '@sangam/shared/projects/projects';
import type { RequestAnswer } from '@sangam/shared/projects/questions';
import type { RejectReason } from '@sangam/shared/requests/reject-reasons';
import type { Evidence } from '@sangam/shared/trust/evidence';
import type { ColumnType, Generated, GeneratedAlways, SelectType } from 'kysely';
import type { DB } from './tables.generated.js';

/** The tables of `migrations/`, as Kysely reads and writes them. */
export type Tables = Narrowed<ColumnTypes>;

/**
 * Columns with a narrower type than the schema gives them: unions, JSON shapes (written as text), and columns that only a trigger
 * writes, or that an insert or an update must leave alone. All others are in `tables.generated.ts`.
 */
interface ColumnTypes {
  users: {
    /** Counts changes to the public part of the profile; maintained by a trigger. */
    profile_version: GeneratedAlways<number>;
    own_version: GeneratedAlways<number>;
    suspended_at: ColumnType<Date | null, never, Date | null>;
    deleted_at: ColumnType<Date | null, never, Date | null>;
  };
  attachments: {
    /** Null until the whole file has arrived and was checked. */
    kind: AttachmentKind | null;
    /** Copied from the message and its conversation by a trigger. */
    sent_at: ColumnType<Date | null, never, never>;
    low_id: ColumnType<number | null, never, never>;
    high_id: ColumnType<number | null, never, never>;
  };
  identities: {
    provider: 'google' | 'github';
  };
  reports: {
    kind: ReportKind;
    reason: ReportReason;
    words: string;
    /** Only messages that were reported later are added. */
    evidence: ColumnType<Evidence, string, string>;
    created_at: ColumnType<Date, Date, never>;
    decision: ColumnType<ModeratorDecision | null, never, ModeratorDecision>;
    decided_at: ColumnType<Date | null, never, Date>;
    decided_by: ColumnType<number | null, never, number>;
    note: ColumnType<string | null, never, string>;
  };
  suspensions: {
    reason: ReportReason;
    words: string;
  };
  audit_entries: {
    details: ColumnType<object, string | undefined, never>;
  };
  memberships: {
    /** Neither written nor read: servers of the previous version still write it. */
    read_at: ColumnType<Date | null, never, never>;
    /** The read mark that the other member sees while this member's is frozen; null where they see `read_seq`. */
    told_read_seq: ColumnType<number | null, number | null | undefined, number | null>;
    /** State of the message request to `user_id`; null without one. */
    request: ColumnType<'waiting' | 'accepted' | 'ignored' | null, never, 'waiting' | 'accepted' | 'ignored' | null>;
    /** First message after the mark as unread; null without a mark. */
    unread_from: ColumnType<number | null, never, number | null>;
    /** The number of messages by others up to which the conversation stays archived; null where it isn't archived. */
    archived_until: ColumnType<number | null, never, number | null>;
  };
  /** Written by triggers, like the next two. */
  kept_lists: {
    user_id: GeneratedAlways<number>;
  };
  kept_conversations: {
    user_id: GeneratedAlways<number>;
    other_id: GeneratedAlways<number>;
    last_message_at: GeneratedAlways<Date | null>;
    received: GeneratedAlways<number>;
    read_received: GeneratedAlways<number>;
  };
  kept_totals: {
    user_id: GeneratedAlways<number>;
    messages: GeneratedAlways<number>;
    received: GeneratedAlways<number>;
    read_received: GeneratedAlways<number>;
    version: GeneratedAlways<number>;
  };
  messages: {
    created_at: ColumnType<Date, Date, never>;
    /** Number of the last change; null if the message never changed. */
    change: ColumnType<number | null, never, number>;
    /** `seq` of the message that this one replies to. */
    reply_to: ColumnType<number | null, never, number>;
    /** The project of the receiver that it asks about. */
    project_id: ColumnType<number | null, never, number>;
    attachments: ColumnType<Attachment[] | null, never, never>;
    edited_at: ColumnType<Date | null, never, Date | null>;
    deleted_at: ColumnType<Date | null, never, Date>;
  };
  message_wordings: {
    /** Attachments before the deletion; null for an edit. */
    attachments: ColumnType<Attachment[] | null, string | null, never>;
  };
  projects: {
    category: Category;
    state: Generated<ProjectState | 'deleted'>;
    /** Maintained by triggers. */
    search_text: GeneratedAlways<string>;
    search_words: GeneratedAlways<string>;
    title_words: GeneratedAlways<string>;
    /** Set when a moderator hides the project from everyone but its team. */
    hidden_at: ColumnType<Date | null, never, Date | null>;
    /** The title outside its team while it is hidden, null otherwise; kept by a trigger. */
    title_outside: GeneratedAlways<string | null>;
    /** The seats that are reserved by seat offers; counted by triggers. */
    offered_seats: GeneratedAlways<number>;
  };
  interests: {
    status: Generated<'pending' | 'approved' | 'denied'>;
    ended_by: ColumnType<EndReason | null, never, EndReason>;
    /** The creator who approved it; kept by a trigger. */
    approved_by: GeneratedAlways<number | null>;
  };
  invitations: {
    status: Generated<'pending' | 'accepted' | 'declined' | 'withdrawn'>;
    ended_by: ColumnType<EndReason | null, never, EndReason>;
  };
  join_requests: {
    /** Answers to the questions as they were when the request was sent. */
    answers: ColumnType<RequestAnswer[], string | undefined, never>;
    status: Generated<'pending' | 'accepted' | 'rejected' | 'withdrawn'>;
    ended_by: ColumnType<EndReason | null, never, EndReason>;
    /** Position on the waitlist while pending, 0 with a seat offer; null for neither. */
    line_place: ColumnType<number | null, never, number | null>;
    /** When the seat offer expires. */
    offered_until: ColumnType<Date | null, never, Date | null>;
    /** When a request on the waitlist ends, unless the member stays. */
    waits_until: ColumnType<Date | null, never, Date | null>;
    /** Counts changes to its place and these times; maintained by a trigger. */
    waitlist_change: GeneratedAlways<number>;
    decline_reason: ColumnType<RejectReason | null, never, RejectReason | null>;
    /** The creator's message to an applicant they declined, or a member they removed. */
    end_word: ColumnType<string | null, never, string | null>;
  };
  request_versions: {
    /** Counts changes to the join requests and interests that a member sees; maintained by triggers. */
    version: GeneratedAlways<number>;
  };
  activities: {
    type: Activity['type'];
    icon: Activity['icon'];
    /** Null in rows with a sentence of an earlier version that is not known. */
    kind: string | null;
    params: ColumnType<{ ended_by?: EndReason }, string | undefined, never>;
  };
  jobs: {
    payload: ColumnType<object, string, string>;
  };
  notification_choices: {
    mail_pace: Generated<EmailPace>;
    mail_off: Generated<NoticeGroup[]>;
    push_off: Generated<NoticeGroup[]>;
    contact_from: Generated<ContactFrom>;
    presence_for: Generated<PresenceFor>;
    found_by: Generated<FoundBy>;
  };
  unread_mails: {
    /** Versions by topic. */
    told: ColumnType<Versions, string | undefined, string>;
    sending: ColumnType<Versions | null, string | null, string | null>;
  };
  presence: {
    id: GeneratedAlways<number>;
    last_active: GeneratedAlways<Date | null>;
    is_online: GeneratedAlways<boolean>;
  };
}

/** The catalogue does not say which of its columns may be null. */
type View = 'presence';

/** `Own` if it reads no more values than the schema allows, and null where the schema allows null; else `never`. */
type Narrower<Own, Schema> = [SelectType<Own>, SelectType<Schema> & null] extends [SelectType<Schema>, SelectType<Own>]
  ? Own
  : never;

/** Only columns that exist. */
type Narrowing<Types> = {
  [T in keyof Types]: T extends View
    ? unknown
    : T extends keyof DB
      ? { [C in keyof Types[T]]: C extends keyof DB[T] ? Narrower<Types[T][C], DB[T][C]> : never }
      : never;
};

/** Versions of the content that push notifications and emails show, by topic. */
type Versions = Record<`${string}:${number}`, number>;

type Narrowed<Types extends Narrowing<Types>> = {
  [T in keyof DB]: T extends keyof Types
    ? { [C in keyof DB[T]]: C extends keyof Types[T] ? Types[T][C] : DB[T][C] }
    : DB[T];
};
