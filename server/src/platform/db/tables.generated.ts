// Generated from migrations/ by `npm run tables`. Narrower types of single columns are in tables.ts.

import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[] ? U[] : ArrayTypeImpl<T>;

export type ArrayTypeImpl<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S[], I[], U[]> : T[];

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface Activities {
  about_id: number | null;
  created_at: Generated<Date>;
  icon: string;
  id: GeneratedAlways<number>;
  kind: string | null;
  message: string;
  other_id: number | null;
  params: Generated<object>;
  project_id: number | null;
  type: string;
  user_id: number;
}

export interface Attachments {
  bytes: number;
  conversation_id: number | null;
  height: number | null;
  high_id: number | null;
  id: string;
  kept_until: Date | null;
  kind: string | null;
  low_id: number | null;
  name: string;
  owner_id: number;
  preview: string | null;
  received: Generated<number>;
  reported_until: Date | null;
  sent_at: Date | null;
  seq: number | null;
  stored_bytes: number;
  unnamed_at: Date | null;
  width: number | null;
}

export interface AuditEntries {
  actor_id: number | null;
  at: Generated<Date>;
  details: Generated<object>;
  device: string | null;
  id: GeneratedAlways<number>;
  kind: string;
  member_id: number | null;
  network: string | null;
}

export interface Blocks {
  blocked_id: number;
  blocker_id: number;
  created_at: Generated<Date>;
}

export interface ConversationLinks {
  conversation_id: number;
  found_until: number;
}

export interface Conversations {
  checked: number[] | null;
  high_checked: Generated<boolean>;
  high_id: number | null;
  high_kept: Generated<boolean>;
  high_sent: Generated<number>;
  id: GeneratedAlways<number>;
  kind: Generated<string>;
  last_change: Generated<number>;
  last_message_at: Date | null;
  last_seq: Generated<number>;
  low_checked: Generated<boolean>;
  low_id: number | null;
  low_kept: Generated<boolean>;
  low_sent: Generated<number>;
  people: Generated<number>;
  project_id: number | null;
  sent: Generated<number[]>;
}

export interface Devices {
  active: boolean;
  id: string;
  lease_until: Date | null;
  server_id: string | null;
  user_id: number;
}

export interface EmailLinks {
  email: string;
  expires_at: Date;
  token_hash: Buffer | null;
  user_id: number;
}

export interface FollowedSkills {
  after_project_id: number;
  key: string;
  skill: string;
  user_id: number;
}

export interface FormerAddresses {
  changed_at: Date;
  email: string;
  expires_at: Date;
  token_hash: Buffer | null;
  user_id: number;
}

export interface Identities {
  created_at: Generated<Date>;
  provider: string;
  subject: string;
  user_id: number;
}

export interface Inboxes {
  user_id: number;
  version: Generated<number>;
}

export interface Interests {
  answer_by: Date | null;
  answer_from: Date | null;
  approved_by: number | null;
  ask_again_at: Date | null;
  created_at: Generated<Date>;
  decided_at: Date | null;
  ended_by: string | null;
  id: GeneratedAlways<number>;
  past_creators: Generated<ArrayType<number>>;
  project_id: number;
  reminders_sent: Generated<number>;
  requester_id: number;
  status: Generated<string>;
}

export interface Invitations {
  answer_by: Date;
  answer_from: Date;
  asked_since: Generated<boolean>;
  created_at: Generated<Date>;
  creator_id: number;
  decided_at: Date | null;
  delivered_at: Date | null;
  ended_by: string | null;
  id: GeneratedAlways<number>;
  lapsed_at: Date | null;
  member_id: number;
  message: Generated<string>;
  project_id: number;
  reminders_sent: Generated<number>;
  request_id: number | null;
  role_id: number | null;
  sent_withdrawn: Generated<boolean>;
  status: Generated<string>;
}

export interface Jobs {
  again_at: Date | null;
  attempts: Generated<number>;
  budgets: Generated<string[]>;
  created_at: Generated<Date>;
  due_at: Date;
  failed_at: Date | null;
  id: GeneratedAlways<number>;
  key: string | null;
  kind: string;
  last_error: string | null;
  leased_until: Date | null;
  payload: object;
}

export interface JoinRequests {
  answer_by: Date | null;
  answer_from: Date | null;
  answers: Generated<object>;
  ask_again_at: Date | null;
  created_at: Generated<Date>;
  creator_id: number;
  decided_at: Date | null;
  decline_reason: string | null;
  end_word: string | null;
  ended_by: string | null;
  for_waitlist: Generated<boolean>;
  id: GeneratedAlways<number>;
  line_place: number | null;
  message: string;
  offer_declined: Generated<boolean>;
  offered_until: Date | null;
  past_creators: Generated<ArrayType<number>>;
  project_id: number;
  reminders_sent: Generated<number>;
  reopened_at: Date | null;
  requester_id: number;
  role_id: number | null;
  status: Generated<string>;
  waitlist_change: Generated<number>;
  waits_until: Date | null;
  withdrawn_at: Date | null;
}

export interface KeptConversations {
  last_message_at: Date | null;
  other_id: number;
  read_received: number;
  received: number;
  user_id: number;
}

export interface KeptLists {
  user_id: number;
}

export interface KeptTexts {
  at: Generated<Date>;
  id: GeneratedAlways<number>;
  project_id: number | null;
  reader_id: number | null;
  user_id: number;
  words: object;
}

export interface KeptTotals {
  messages: number;
  read_received: number;
  received: number;
  user_id: number;
  version: number;
}

export interface LinkingFlows {
  browser_hash: Buffer;
  expires_at: Date;
  provider: string;
  session_id: string;
  state_hash: Buffer;
  user_id: number;
}

export interface MemberHours {
  changed_on: Timestamp;
  hours: string;
  hours_before: string | null;
  user_id: number;
  version: Generated<number>;
  zone: string;
  zone_before: string | null;
}

export interface MemberPictures {
  created_at: Date;
  ended_at: Date | null;
  id: string;
  large: Buffer;
  reported_until: Date | null;
  small: Buffer;
  user_id: number;
}

export interface Memberships {
  archived_until: number | null;
  conversation_id: number;
  joined_seq: Generated<number>;
  kept: Generated<boolean>;
  left_at: Date | null;
  left_seq: number | null;
  left_version: number | null;
  mark_changes: Generated<number>;
  mentions_added: Generated<number>;
  notify: string | null;
  notify_version: Generated<number>;
  other_id: number | null;
  other_kept: Generated<boolean>;
  read_at: Date | null;
  read_received: Generated<number>;
  read_seq: Generated<number>;
  request: string | null;
  request_changes: Generated<number>;
  slot: number;
  taken_back: Generated<number>;
  told_read_seq: number | null;
  unread_from: number | null;
  user_id: number;
}

export interface MessageActs {
  client_id: string;
  conversation_id: number;
  done_at: Date;
  id: GeneratedAlways<number>;
  kind: string | null;
  seq: number;
  user_id: number;
}

export interface MessageLinks {
  conversation_id: number;
  seq: number;
}

export interface MessageMentions {
  added_at: Date | null;
  at: Date;
  by_id: number;
  conversation_id: number;
  is_team: boolean;
  seq: number;
  taken_back: Generated<boolean>;
  user_id: number;
}

export interface MessagePins {
  conversation_id: number;
  pinned_at: Date;
  seq: number;
  user_id: number;
}

export interface MessageReactions {
  conversation_id: number;
  emoji: string;
  reacted_at: Date;
  seq: number;
  user_id: number;
}

export interface Messages {
  attachments: object | null;
  change: number | null;
  client_id: string | null;
  content: string;
  conversation_id: number;
  counts: number[] | null;
  created_at: Date;
  deleted_at: Date | null;
  edited_at: Date | null;
  id: Generated<number>;
  mentions: object | null;
  project_id: number | null;
  reply_to: number | null;
  sender_id: number;
  sender_seq: number;
  seq: number;
}

export interface MessageWordings {
  attachments: object | null;
  content: string;
  conversation_id: number;
  id: GeneratedAlways<number>;
  replaced_at: Date;
  seq: number;
}

export interface Moderators {
  added_at: Generated<Date>;
  by_setting: boolean;
  user_id: number;
}

export interface MutedMembers {
  other_id: number;
  user_id: number;
}

export interface MutedProjects {
  project_id: number;
  user_id: number;
}

export interface NotificationChoices {
  contact_from: Generated<string>;
  found_by: Generated<string>;
  mail_off: Generated<string[]>;
  mail_pace: Generated<string>;
  mail_shows_text: Generated<boolean>;
  presence_for: Generated<string>;
  push_off: Generated<string[]>;
  quiet_from: number | null;
  quiet_until: number | null;
  shows_read_marks: Generated<boolean>;
  shows_typing: Generated<boolean>;
  time_zone: Generated<string>;
  user_id: number;
  version: Generated<number>;
}

export interface Notifications {
  actor_id: number | null;
  cleared_at: Date | null;
  created_at: Date;
  id: GeneratedAlways<number>;
  key: string;
  kind: string;
  link: string | null;
  project_id: number | null;
  quiet: Generated<boolean>;
  read_at: Date | null;
  subject_id: number | null;
  title: string;
  told_kinds: Generated<string[]>;
  told_since: Date | null;
  user_id: number;
}

export interface OauthCodes {
  browser_hash: Buffer;
  code_hash: Buffer;
  expires_at: Date;
  user_id: number;
}

export interface OauthFlows {
  browser_hash: Buffer;
  expires_at: Date;
  provider: string;
  state_hash: Buffer;
}

export interface PasswordResets {
  expires_at: Date;
  token_hash: Buffer;
  user_id: number;
}

export interface Presence {
  id: number | null;
  is_online: boolean | null;
  last_active: Date | null;
}

export interface ProjectMembers {
  joined_at: Generated<Date>;
  project_id: number;
  role_id: number | null;
  user_id: number;
}

export interface ProjectOffers {
  created_at: Date;
  id: GeneratedAlways<number>;
  project_id: number;
  user_id: number;
}

export interface ProjectRoles {
  id: Generated<number>;
  name: string;
  place: number;
  project_id: number;
  removed_at: Date | null;
  seats: number;
  skills: Generated<string[]>;
}

export interface Projects {
  answer_days: Generated<number>;
  category: string;
  client_id: string | null;
  confirmed_at: Generated<Date>;
  created_at: Generated<Date>;
  creator_id: number;
  description: string;
  finished_at: Date | null;
  hidden_at: Date | null;
  hidden_with_creator: Generated<boolean>;
  id: GeneratedAlways<number>;
  max_members: number;
  may_be_listed: Generated<boolean>;
  member_count: Generated<number>;
  offered_seats: Generated<number>;
  questions: Generated<string[]>;
  required_skills: Generated<string[]>;
  role_names: Generated<string[]>;
  role_skills: Generated<string[]>;
  search_text: string;
  search_words: Generated<string>;
  seeks_creator_until: Date | null;
  state: Generated<string>;
  timeline: string | null;
  title: string;
  title_outside: string | null;
  title_words: Generated<string>;
}

export interface PushKeys {
  is_only: Generated<boolean>;
  private_key: string;
  public_key: string;
}

export interface PushNotices {
  subscription_id: number;
  topic: string;
  version: number;
}

export interface PushSubscriptions {
  auth: string;
  created_at: Date;
  end_told_for: Date | null;
  endpoint: string;
  id: GeneratedAlways<number>;
  p256dh: string;
  session_id: string;
  shows_text: boolean;
  user_id: number;
}

export interface Reports {
  conversation_id: number | null;
  created_at: Generated<Date>;
  decided_at: Date | null;
  decided_by: number | null;
  decision: string | null;
  evidence: object;
  id: GeneratedAlways<number>;
  kind: string;
  member_id: number;
  note: string | null;
  reason: string;
  reporter_id: number;
  subject_id: number;
  words: Generated<string>;
}

export interface RequestAnswers {
  creator_id: number;
  ended_at: Date;
  project_id: number;
  request_id: number;
  took_ms: number | null;
}

export interface RequestVersions {
  user_id: number;
  version: number;
}

export interface SavedMessages {
  conversation_id: number;
  number: number;
  saved_at: Date;
  seq: number;
  user_id: number;
}

export interface SavedVersions {
  user_id: number;
  version: number;
}

export interface SearchBlocks {
  block: number;
  conversation_id: number;
  first_at: Date;
  last_at: Date;
  last_seq: number;
  words: string;
}

export interface SearchMembers {
  indexed_until: Date;
  user_id: number;
}

export interface Servers {
  id: string;
  lease_until: Date;
  release: number | null;
}

export interface Sessions {
  created_at: Generated<Date>;
  device: string | null;
  ended_at: Date | null;
  expires_at: Date;
  id: string;
  network: string | null;
  remembered: Generated<boolean>;
  used_at: Date | null;
  user_id: number;
}

export interface SkillFollowers {
  told_at: Date | null;
  told_project_id: Generated<number>;
  user_id: number;
}

export interface SuggestionDismissals {
  created_at: Generated<Date>;
  id: GeneratedAlways<number>;
  member_id: number | null;
  project_id: number | null;
  user_id: number;
}

export interface SuspendedSessions {
  created_at: Date;
  expires_at: Date;
  id: string;
  token_hash: Buffer;
  user_id: number;
}

export interface Suspensions {
  begun_at: Date;
  ends_at: Date | null;
  reason: string;
  user_id: number;
  words: Generated<string>;
}

export interface TeamEvents {
  after_seq: Generated<number>;
  at: Date;
  id: GeneratedAlways<number>;
  kind: string;
  project_id: number;
  user_id: number | null;
  word: string | null;
}

export interface UnreadMails {
  mailed_at: Date | null;
  outcomes_mailed_at: Date | null;
  sending: object | null;
  sending_key: string | null;
  sending_outcomes: Generated<boolean>;
  told: Generated<object>;
  user_id: number;
}

export interface UptimeMinutes {
  minute: Date;
}

export interface Users {
  about: Generated<string>;
  active_on: Timestamp | null;
  came_back_at: Date | null;
  college: Generated<string>;
  created_at: Generated<Date>;
  deleted_at: Date | null;
  email: string;
  email_verified_at: Date | null;
  free_from: Timestamp | null;
  github_link: string | null;
  headline: Generated<string>;
  hides_activity: Generated<boolean>;
  id: GeneratedAlways<number>;
  last_active: Date | null;
  links: Generated<string[]>;
  listed: boolean | null;
  looks_for: Generated<string>;
  name: string;
  own_version: Generated<number>;
  password_hash: string | null;
  password_unproven: Generated<boolean>;
  profile_version: Generated<number>;
  shows_time_zone: Generated<boolean>;
  skills: Generated<string[]>;
  suspended_at: Date | null;
  takes_roles: Generated<string[]>;
  terms_accepted_at: Date | null;
  terms_version: string | null;
  verification_asked: Generated<boolean>;
}

export interface DB {
  activities: Activities;
  attachments: Attachments;
  audit_entries: AuditEntries;
  blocks: Blocks;
  conversation_links: ConversationLinks;
  conversations: Conversations;
  devices: Devices;
  email_links: EmailLinks;
  followed_skills: FollowedSkills;
  former_addresses: FormerAddresses;
  identities: Identities;
  inboxes: Inboxes;
  interests: Interests;
  invitations: Invitations;
  jobs: Jobs;
  join_requests: JoinRequests;
  kept_conversations: KeptConversations;
  kept_lists: KeptLists;
  kept_texts: KeptTexts;
  kept_totals: KeptTotals;
  linking_flows: LinkingFlows;
  member_hours: MemberHours;
  member_pictures: MemberPictures;
  memberships: Memberships;
  message_acts: MessageActs;
  message_links: MessageLinks;
  message_mentions: MessageMentions;
  message_pins: MessagePins;
  message_reactions: MessageReactions;
  message_wordings: MessageWordings;
  messages: Messages;
  moderators: Moderators;
  muted_members: MutedMembers;
  muted_projects: MutedProjects;
  notification_choices: NotificationChoices;
  notifications: Notifications;
  oauth_codes: OauthCodes;
  oauth_flows: OauthFlows;
  password_resets: PasswordResets;
  presence: Presence;
  project_members: ProjectMembers;
  project_offers: ProjectOffers;
  project_roles: ProjectRoles;
  projects: Projects;
  push_keys: PushKeys;
  push_notices: PushNotices;
  push_subscriptions: PushSubscriptions;
  reports: Reports;
  request_answers: RequestAnswers;
  request_versions: RequestVersions;
  saved_messages: SavedMessages;
  saved_versions: SavedVersions;
  search_blocks: SearchBlocks;
  search_members: SearchMembers;
  servers: Servers;
  sessions: Sessions;
  skill_followers: SkillFollowers;
  suggestion_dismissals: SuggestionDismissals;
  suspended_sessions: SuspendedSessions;
  suspensions: Suspensions;
  team_events: TeamEvents;
  unread_mails: UnreadMails;
  uptime_minutes: UptimeMinutes;
  users: Users;
}
