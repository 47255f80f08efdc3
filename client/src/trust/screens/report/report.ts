import type { Message } from '@sangam/shared/chat/messages';
import type { Checked } from '@sangam/shared/core/field-errors';
import type { ReportReason } from '@sangam/shared/core/reports';
import { cleanText } from '@sangam/shared/core/text';
import type { ReportBody } from '@sangam/shared/trust/moderation';
import { idIn, memberIn } from '../../../chat/state/known-conversations';
import type { ReportSubject } from '../../state/report-dialog';

/** A report as the member fills it in. */
export interface ReportDraft {
  reason: ReportReason | '';
  words: string;
  /** The chosen messages. */
  seqs: readonly number[];
  /** The member chosen among those of a team that was left. */
  memberId: number | null;
  /** Also blocks the reported member. */
  block: boolean;
}

/** Returns the body of the call, or an error for each missing field. */
export function checkReport(subject: ReportSubject, draft: ReportDraft): Checked<ReportBody> {
  const { reason, seqs, memberId, block } = draft;
  const errors = [];
  if (subject.kind === 'message' && seqs.length === 0)
    errors.push({ field: 'seqs', message: 'Choose at least one message.' });
  if (subject.kind === 'left' && memberId === null) errors.push({ field: 'member', message: 'Choose a member.' });
  if (reason === '') errors.push({ field: 'reason', message: 'Choose a reason.' });
  if (reason === '' || errors.length > 0) return { ok: false, errors };
  const words = cleanText(draft.words);
  const value = { ...named(subject, draft), reason, ...(words !== '' && { words }), ...(block && { block }) };
  return { ok: true, value };
}

/** Returns the fields that name the subject on the wire. A conversation without an id yet is named by its other member. */
function named(subject: ReportSubject, { seqs: [seq = 0, ...others], memberId }: ReportDraft) {
  if (subject.kind === 'left')
    return { kind: 'message' as const, conversation_id: subject.conversation, member_id: memberId ?? 0 };
  if (subject.kind !== 'message') return { kind: subject.kind, id: subject.id };
  const id = idIn(subject.conversation);
  return {
    kind: subject.kind,
    ...(id === null ? { id: memberIn(subject.conversation) ?? 0 } : { conversation_id: id }),
    seq,
    ...(others.length > 0 && { seqs: [seq, ...others] }),
  };
}

/** A member whom Report and block would block. The id is null if only the server knows it. */
interface Blockable {
  id: number | null;
  name: string;
}

/** Returns the member to block with the report; null if there is none. */
export function memberToBlock(
  subject: ReportSubject,
  { memberId, messages, me }: { memberId: number | null; messages: readonly Message[]; me: number | null },
): Blockable | null {
  if (subject.kind === 'member') return subject;
  if (subject.kind === 'project') return subject.creator ?? null;
  if (subject.kind === 'left')
    return { id: memberId, name: subject.members.find(({ id }) => id === memberId)?.name ?? unnamed };
  // In a team's conversation, several members write.
  const reported =
    messages.find(({ seq }) => seq === subject.seq) ?? messages.find(({ sender_id }) => sender_id !== me);
  return { id: memberIn(subject.conversation), name: reported?.sender_name ?? unnamed };
}

const unnamed = 'this member';
