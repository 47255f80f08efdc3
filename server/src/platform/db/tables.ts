import type { Activity } from '@sangam/shared/app/dashboard';
import type { Attachment } from '@sangam/shared/chat/attachments';
import type { ContactFrom, FoundBy, PresenceFor } from '@sangam/shared/contact/privacy';
import type { ModeratorDecision, ReportKind, ReportReason } from '@sangam/shared/core/reports';
import type { MailPace, NewsGroup } from '@sangam/shared/notices/notification-choices';
import type { DeclineReason, EndReason, ProjectState } from '@sangam/shared/projects/lifecycle';
import type { Category } from '@sangam/shared/projects/projects';
import type { RequestAnswer } from '@sangam/shared/requests/questions';
import type { Evidence } from '@sangam/shared/trust/moderation';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** The tables of `migrations/`, as Kysely reads and writes them. `db/tables.test.ts` holds them against the schema. */
export interface Tables {
  users: {
    id: GeneratedAlways<number>;
    name: string;
    email: string;
    password_hash: string | null;
    email_verified_at: Date | null;
    college: Generated<string>;
    skills: Generated<string[]>;
    github_link: string | null;
    created_at: Generated<Date>;
    last_active: Date | null;
    /** Counts the changes to what others are shown of the profile; kept by a trigger. */
    profile_version: GeneratedAlways<number>;
    /** False for those from before, whose address counts as proved. */
    verification_asked: Generated<boolean>;
    /** Since when they are gone: suspended, or asked for deletion (`modules/relations`). */
    suspended_at: ColumnType<Date | null, never, Date | null>;
    deleted_at: ColumnType<Date | null, never, Date | null>;
  };
  /** Counts both ways (`modules/relations`). */
  blocks: {
    blocker_id: number;
    blocked_id: number;
    created_at: Generated<Date>;
  };
  sessions: {
    id: string;
    user_id: number;
    created_at: Generated<Date>;
    expires_at: Date;
    ended_at: Date | null;
    device: string | null;
    network: string | null;
    used_at: Date | null;
  };
  attachments: {
    id: string;
    owner_id: number;
    name: string;
    bytes: number;
    received: Generated<number>;
    /** What it takes on the disk, or will at most. */
    stored_bytes: number;
    /** Null until all has arrived and was looked at. */
    kind: 'picture' | 'file' | null;
    width: number | null;
    height: number | null;
    preview: string | null;
    /** Since when no message names it. */
    unnamed_at: Date | null;
    /** Until when it is kept for a report of its message. */
    reported_until: Date | null;
    /** Until when it is kept though its message was deleted. */
    kept_until: Date | null;
    conversation_id: number | null;
    seq: number | null;
    /** Of its message and its two members, as a trigger knows them (0081). */
    sent_at: ColumnType<Date | null, never, never>;
    low_id: ColumnType<number | null, never, never>;
    high_id: ColumnType<number | null, never, never>;
  };
  /** Words of 64 messages together, as the job writes them and a trigger forgets them (`modules/search`). */
  search_blocks: {
    conversation_id: number;
    block: number;
    last_seq: number;
    first_at: Date;
    last_at: Date;
    words: string;
  };
  search_members: { user_id: number; indexed_until: Date };
  moderators: {
    user_id: number;
    /** By the setting, which each start applies anew, or by a command. */
    by_setting: boolean;
    added_at: Generated<Date>;
  };
  reports: {
    id: GeneratedAlways<number>;
    reporter_id: number;
    kind: ReportKind;
    subject_id: number;
    /** Whom it is about. */
    member_id: number;
    reason: ReportReason;
    words: string;
    evidence: ColumnType<Evidence, string, never>;
    created_at: ColumnType<Date, Date, never>;
    decision: ColumnType<ModeratorDecision | null, never, ModeratorDecision>;
    decided_at: ColumnType<Date | null, never, Date>;
    decided_by: ColumnType<number | null, never, number>;
    note: ColumnType<string | null, never, string>;
  };
  /** Append-only; a trigger holds it. */
  audit_entries: {
    id: GeneratedAlways<number>;
    at: Generated<Date>;
    actor_id: number | null;
    member_id: number | null;
    kind: string;
    device: string | null;
    network: string | null;
    details: ColumnType<object, string | undefined, never>;
  };
  password_resets: {
    user_id: number;
    token_hash: Buffer;
    expires_at: Date;
  };
  /** Open links that prove an address; of another one than the member's, the change to it. */
  email_links: {
    user_id: number;
    email: string;
    /** null until its mail is sent. */
    token_hash: Buffer | null;
    expires_at: Date;
  };
  identities: {
    provider: string;
    subject: string;
    user_id: number;
    created_at: Generated<Date>;
  };
  oauth_flows: {
    state_hash: Buffer;
    browser_hash: Buffer;
    provider: string;
    expires_at: Date;
  };
  /** A signed-in member on the way to a provider. */
  linking_flows: {
    state_hash: Buffer;
    browser_hash: Buffer;
    provider: string;
    user_id: number;
    session_id: string;
    expires_at: Date;
  };
  oauth_codes: {
    code_hash: Buffer;
    browser_hash: Buffer;
    user_id: number;
    expires_at: Date;
  };
  conversations: {
    id: GeneratedAlways<number>;
    low_id: number;
    high_id: number;
    last_seq: Generated<number>;
    /** Counts the changes to its messages. */
    last_change: Generated<number>;
    low_sent: Generated<number>;
    high_sent: Generated<number>;
    last_message_at: Date | null;
    /** Whether these members have a kept list. */
    low_kept: Generated<boolean>;
    high_kept: Generated<boolean>;
    /** Whether messages of these members are checked one by one, not in batches. */
    low_checked: Generated<boolean>;
    high_checked: Generated<boolean>;
  };
  memberships: {
    user_id: number;
    other_id: number;
    conversation_id: number;
    read_seq: Generated<number>;
    read_received: Generated<number>;
    read_at: Date | null;
    /** Whether these members have a kept list. */
    kept: Generated<boolean>;
    other_kept: Generated<boolean>;
    /** How far the other is told that this member has read; null: as far as they have. */
    told_read_seq: ColumnType<number | null, number | null | undefined, number | null>;
    /** How many of the other's messages were deleted before this member had read them. */
    taken_back: Generated<number>;
    /** What became of a first message from a stranger to `user_id`; null where it was none. */
    request: ColumnType<'waiting' | 'accepted' | 'ignored' | null, never, 'waiting' | 'accepted' | 'ignored' | null>;
    /** Counts the changes of `request`. */
    request_changes: Generated<number>;
    /** Where this member marked the conversation as unread; null: nowhere. */
    unread_from: ColumnType<number | null, never, number | null>;
    /** Grows with every mark that is set or taken away. */
    mark_changes: Generated<number>;
  };
  /** The members with very many conversations. Triggers write this and the next two. */
  kept_lists: {
    user_id: GeneratedAlways<number>;
  };
  /** Their conversations in the order of the list. */
  kept_conversations: {
    user_id: GeneratedAlways<number>;
    other_id: GeneratedAlways<number>;
    last_message_at: GeneratedAlways<Date | null>;
    received: GeneratedAlways<number>;
    read_received: GeneratedAlways<number>;
  };
  /** Summands of what is otherwise summed over a member's conversations. */
  kept_totals: {
    user_id: GeneratedAlways<number>;
    messages: GeneratedAlways<number>;
    received: GeneratedAlways<number>;
    read_received: GeneratedAlways<number>;
    version: GeneratedAlways<number>;
  };
  messages: {
    conversation_id: number;
    seq: number;
    id: Generated<number>;
    sender_id: number;
    sender_seq: number;
    client_id: string | null;
    content: string;
    created_at: ColumnType<Date, Date, never>;
    /** The number of its last change; null for one that never changed. */
    change: ColumnType<number | null, never, number>;
    /** The number of the message that it answers. */
    reply_to: ColumnType<number | null, never, number>;
    /** Null for one without. */
    attachments: ColumnType<Attachment[] | null, never, never>;
    edited_at: ColumnType<Date | null, never, Date | null>;
    deleted_at: ColumnType<Date | null, never, Date>;
  };
  /** The idempotency keys of what changed messages. */
  message_acts: {
    id: GeneratedAlways<number>;
    user_id: number;
    client_id: string;
    conversation_id: number;
    seq: number;
    done_at: Date;
  };
  /** What members put on messages. */
  message_reactions: {
    conversation_id: number;
    seq: number;
    user_id: number;
    emoji: string;
    reacted_at: Date;
  };
  /** Messages that stand at the top of their conversation. */
  message_pins: {
    conversation_id: number;
    seq: number;
    user_id: number;
    pinned_at: Date;
  };
  /** Messages that a member saved for themself; `number` is the order of saving. */
  saved_messages: {
    user_id: number;
    conversation_id: number;
    seq: number;
    number: number;
    saved_at: Date;
  };
  /** Counts what a member saved and removed. */
  saved_versions: {
    user_id: number;
    version: number;
  };
  /** What messages said before an edit or their deletion: for reports only. */
  message_wordings: {
    id: GeneratedAlways<number>;
    conversation_id: number;
    seq: number;
    content: string;
    /** What it named before its deletion; null for an edit. */
    attachments: ColumnType<Attachment[] | null, string | null, never>;
    replaced_at: Date;
  };
  projects: {
    id: GeneratedAlways<number>;
    creator_id: number;
    title: string;
    description: string;
    category: Category;
    required_skills: Generated<string[]>;
    timeline: string | null;
    max_members: number;
    member_count: Generated<number>;
    state: Generated<ProjectState | 'deleted'>;
    /** Within so many days the creator answers a join request. */
    answer_days: Generated<number>;
    /** What its creator asks who wants to join. */
    questions: Generated<string[]>;
    /** When its creator last did what keeps it in the list that screens show first. */
    confirmed_at: Generated<Date>;
    /** Only keeps an index small: false only for projects whose time there is over. */
    may_be_listed: Generated<boolean>;
    /** When a moderator hid it from all but its team. */
    hidden_at: ColumnType<Date | null, never, Date | null>;
    hidden_with_creator: Generated<boolean>;
    /** Kept by triggers. */
    search_text: GeneratedAlways<string>;
    created_at: Generated<Date>;
  };
  /** How requests were answered, and by whom. */
  request_answers: {
    request_id: number;
    project_id: number;
    /** Who had to answer. */
    creator_id: number;
    /** null where they did not. */
    took_ms: number | null;
    ended_at: Date;
  };
  project_members: {
    project_id: number;
    user_id: number;
    joined_at: Generated<Date>;
  };
  /** Projects that their creators want to hand over to a member of the team. */
  project_offers: {
    id: GeneratedAlways<number>;
    project_id: number;
    user_id: number;
    created_at: Date;
  };
  interests: {
    id: GeneratedAlways<number>;
    project_id: number;
    requester_id: number;
    status: Generated<'pending' | 'approved' | 'denied'>;
    ended_by: ColumnType<EndReason | null, never, EndReason>;
    created_at: Generated<Date>;
    decided_at: Date | null;
  };
  join_requests: {
    id: GeneratedAlways<number>;
    project_id: number;
    creator_id: number;
    requester_id: number;
    message: string;
    /** To the questions as they were asked. */
    answers: ColumnType<RequestAnswer[], string | undefined, never>;
    status: Generated<'pending' | 'accepted' | 'rejected' | 'withdrawn'>;
    ended_by: ColumnType<EndReason | null, never, EndReason>;
    /** From when and until when it waits for its answer; null in those of earlier versions. */
    answer_from: Date | null;
    answer_by: Date | null;
    reminders_sent: Generated<number>;
    /** While it is pending: its place in line, 0 where a seat is held for it, null for neither. */
    line_place: ColumnType<number | null, never, number | null>;
    /** Until when a seat is held for it. */
    offered_until: ColumnType<Date | null, never, Date | null>;
    decline_reason: ColumnType<DeclineReason | null, never, DeclineReason | null>;
    /** The creator's word to who was declined, or removed. */
    end_word: ColumnType<string | null, never, string | null>;
    created_at: Generated<Date>;
    decided_at: Date | null;
  };
  /** Counts the changes to the join requests and interests that a member is shown; kept by triggers. */
  request_versions: {
    user_id: number;
    version: GeneratedAlways<number>;
  };
  activities: {
    id: GeneratedAlways<number>;
    user_id: number;
    type: Activity['type'];
    icon: Activity['icon'];
    message: string;
    /** What the line speaks of; null in those of earlier versions. */
    project_id: number | null;
    /** The other member of the conversation that it speaks of. */
    other_id: number | null;
    created_at: Generated<Date>;
  };
  notifications: {
    id: GeneratedAlways<number>;
    user_id: number;
    kind: string;
    key: string;
    title: string;
    project_id: number | null;
    subject_id: number | null;
    actor_id: number | null;
    created_at: Date;
    read_at: Generated<Date | null>;
    cleared_at: Generated<Date | null>;
    link: string | null;
  };
  inboxes: {
    user_id: number;
    version: Generated<number>;
  };
  jobs: {
    id: GeneratedAlways<number>;
    kind: string;
    key: string | null;
    payload: ColumnType<object, string, string>;
    created_at: Generated<Date>;
    due_at: Date;
    attempts: Generated<number>;
    leased_until: Date | null;
    again_at: Date | null;
    last_error: string | null;
    failed_at: Date | null;
  };
  /** One row: the key pair by which push services know this installation. */
  push_keys: {
    is_only: Generated<boolean>;
    public_key: string;
    private_key: string;
  };
  push_subscriptions: {
    id: GeneratedAlways<number>;
    user_id: number;
    session_id: string;
    endpoint: string;
    p256dh: string;
    auth: string;
    shows_text: boolean;
    created_at: Date;
  };
  push_notices: {
    subscription_id: number;
    topic: string;
    version: number;
  };
  notification_choices: {
    user_id: number;
    mail_pace: Generated<MailPace>;
    mail_shows_text: Generated<boolean>;
    mail_off: Generated<NewsGroup[]>;
    push_off: Generated<NewsGroup[]>;
    /** Minutes since midnight; null for none. */
    quiet_from: number | null;
    quiet_until: number | null;
    time_zone: Generated<string>;
    contact_from: Generated<ContactFrom>;
    presence_for: Generated<PresenceFor>;
    found_by: Generated<FoundBy>;
    shows_read_marks: Generated<boolean>;
    shows_typing: Generated<boolean>;
    version: Generated<number>;
  };
  /** The conversation with `other_id`. */
  muted_members: {
    user_id: number;
    other_id: number;
  };
  muted_projects: {
    user_id: number;
    project_id: number;
  };
  followed_skills: {
    user_id: number;
    key: string;
    skill: string;
    after_project_id: number;
  };
  skill_followers: {
    user_id: number;
    told_at: Date | null;
    told_project_id: Generated<number>;
  };
  /** What a member was mailed of what they have not read. */
  unread_mails: {
    user_id: number;
    mailed_at: Date | null;
    /** Versions by topic. */
    told: ColumnType<Record<string, number>, string | undefined, string>;
    sending: ColumnType<Record<string, number> | null, string | null, string | null>;
    sending_key: string | null;
  };
  uptime_minutes: {
    minute: Date;
  };
  servers: {
    id: string;
    lease_until: Date;
  };
  devices: {
    id: string;
    user_id: number;
    server_id: string | null;
    lease_until: Date | null;
    active: boolean;
  };
  /** A view: who is online now. */
  presence: {
    id: GeneratedAlways<number>;
    last_active: GeneratedAlways<Date | null>;
    is_online: GeneratedAlways<boolean>;
  };
}
