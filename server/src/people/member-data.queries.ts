import { ownAuditKinds } from '@sangam/shared/core/audit';
import { sql } from 'kysely';
import type { ExportPart, ExportRow, OwnTables } from '../platform/member-data/parts.js';
import { ownParts } from '../platform/records/audit.queries.js';
import type { ProfileFields } from './profile/own-profile.js';

export const peopleExport: ExportPart = {
  member: {
    name: sql`u.name`,
    email: sql`u.email`,
    email_verified_at: sql`u.email_verified_at`,
    college: sql`u.college`,
    skills: sql`u.skills`,
    github_link: sql`u.github_link`,
    headline: sql`u.headline`,
    about: sql`u.about`,
    looks_for: sql`u.looks_for`,
    links: sql`u.links`,
    shows_time_zone: sql`u.shows_time_zone`,
    takes_roles: sql`u.takes_roles`,
    free_from: sql`u.free_from::text`,
    listed: sql`u.listed`,
    picture: sql`(SELECT 'data:image/webp;base64,' || translate(encode(p.large, 'base64'), E'\\n', '')
      FROM member_pictures p WHERE p.user_id = u.id AND p.ended_at IS NULL)`,
    created_at: sql`u.created_at`,
    terms_version: sql`u.terms_version`,
    terms_accepted_at: sql`u.terms_accepted_at`,
    last_active: sql`u.last_active`,
    free_hours: sql`(SELECT json_build_object('hours', h.hours::text, 'zone', h.zone) FROM member_hours h WHERE h.user_id = u.id)`,
    providers: sql`ARRAY(SELECT provider FROM identities WHERE user_id = u.id ORDER BY provider)`,
  } satisfies Record<keyof ProfileFields, unknown> & ExportPart['member'],
  lists: {
    sessions: (db, userId, after, max) =>
      // Sessions have no number. There are few, so all are one page.
      sql<ExportRow>`
        SELECT 1 AS key, device, network, created_at, used_at, expires_at, ended_at FROM sessions
        WHERE user_id = ${userId} AND 1 > ${after}::int8 ORDER BY created_at LIMIT ${max}`.execute(db),
    former_addresses: (db, userId, after, max) =>
      // These have no number either, and are few.
      sql<ExportRow>`
        SELECT 1 AS key, email, changed_at, expires_at FROM former_addresses
        WHERE user_id = ${userId} AND 1 > ${after}::int8 ORDER BY changed_at LIMIT ${max}`.execute(db),
    account_activity: (db, userId, after, max) =>
      sql<ExportRow>`
        SELECT id AS key, at, kind, ${ownParts.device} AS device, ${ownParts.network} AS network, ${ownParts.details} AS details
        FROM audit_entries
        WHERE member_id = ${userId} AND kind = ANY (${ownAuditKinds}) AND id > ${after} ORDER BY id LIMIT ${max}`.execute(
        db,
      ),
  },
};

export const peopleOwnTables = {
  identities: 'user_id',
  member_hours: 'user_id',
  member_pictures: 'user_id',
  kept_texts: 'user_id',
  email_links: 'user_id',
  former_addresses: 'user_id',
  password_resets: 'user_id',
  oauth_codes: 'user_id',
  linking_flows: 'user_id',
  devices: 'user_id',
  sessions: 'user_id',
  suspended_sessions: 'user_id',
} as const satisfies OwnTables;
