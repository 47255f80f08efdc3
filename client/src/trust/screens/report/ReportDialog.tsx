import type { Message } from '@sangam/shared/chat/messages';
import { isolate } from '@sangam/shared/core/isolate';
import { type ReportReason, reportReasonWords } from '@sangam/shared/core/reports';
import { trustLimits } from '@sangam/shared/trust/limits';
import { useRef, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useThreads } from '../../../chat/state/thread/threads';
import { blocks } from '../../../contact/state/blocks';
import { refusalOf } from '../../../core/api/errors';
import { currentUserId } from '../../../core/session/session';
import { Button } from '../../../ui/button/Button';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { Form } from '../../../ui/form/Form';
import { Select, WordSelect } from '../../../ui/form/Select';
import { Textarea, TextLength } from '../../../ui/form/Textarea';
import { useForm } from '../../../ui/form/use-form';
import { Dialog, DialogActions } from '../../../ui/overlay/Dialog';
import { type ReportSubject, reportDialog } from '../../state/report-dialog';
import { sendReport } from '../../sync/send-report';
import { ChooseMessages } from './ChooseMessages';
import { checkReport, memberToBlock } from './report';

const MAX = trustLimits.reportWordsMaxChars;

const titleOf = (subject: ReportSubject): string => {
  if (subject.kind === 'message') return subject.seq === null ? 'Report messages' : 'Report this message';
  return subject.kind === 'left' ? 'Report a member' : `Report ${isolate(subject.name)}`;
};

const seen: Record<ReportSubject['kind'], string> = {
  message: 'Moderators see the messages you choose, and can read those around them. Other members don’t see your name.',
  member:
    'Moderators see the profile and pictures of the last 30 days, and the member’s notes to you. The member doesn’t see your name.',
  left: 'Moderators see the member’s last messages that you could read, and those around them. If there are none, they see the profile. Other members don’t see your name.',
  project: 'Moderators see the project as it was in the last 30 days. The creator doesn’t see your name.',
};

/** Reports messages, a member or a project to the moderators (R16.1). */
export function ReportDialog() {
  const subject = reportDialog.use();
  const close = () => reportDialog.closeOf(subject);
  return (
    <Dialog
      open={subject !== null}
      onOpenChange={(open) => !open && close()}
      title={subject ? titleOf(subject) : 'Report'}
      {...(subject && { description: seen[subject.kind] })}
    >
      {subject && <ReportForm subject={subject} onDone={close} />}
    </Dialog>
  );
}

function ReportForm({ subject, onDone }: { subject: ReportSubject; onDone: () => void }) {
  const [reason, setReason] = useState<ReportReason | ''>('');
  const messages =
    useThreads(({ byId }) => (subject.kind === 'message' ? byId[subject.conversation]?.messages : undefined)) ?? none;
  const meant = subject.kind === 'message' ? subject.seq : null;
  const [seqs, setSeqs] = useState<readonly number[]>(meant === null ? [] : [meant]);
  const [memberId, setMemberId] = useState<number | null>(null);
  const alsoBlocks = useRef(false);
  const toBlock = memberToBlock(subject, { memberId, messages, me: currentUserId() });
  const isBlocked = useIsBlocked(toBlock?.id ?? null);
  const form = useForm({
    initial: { words: '' },
    check: ({ words }) => checkReport(subject, { reason, words, seqs, memberId, block: alsoBlocks.current }),
    send: async (report) => {
      const answer = await sendReport(report);
      if (!answer.ok) return refusalOf(answer.error, 'Failed to send the report');
      toast.success('Thank you. A moderator will review it.');
      if (report.block) {
        if (answer.value.data.blocked_id === undefined)
          toast.error('Failed to block this member. Block them from the menu of your conversation.');
        else toast.success(`${isolate(toBlock?.name ?? 'The member')} is blocked`);
      }
      onDone();
      return null;
    },
  });
  const actions = (
    <DialogActions>
      <Button onClick={onDone}>Cancel</Button>
      {toBlock !== null && !isBlocked && (
        <OnlineButton
          type="submit"
          busy={form.busy && alsoBlocks.current}
          onClick={() => {
            alsoBlocks.current = true;
          }}
        >
          Report and block
        </OnlineButton>
      )}
      <OnlineButton
        type="submit"
        variant="primary"
        busy={form.busy && !alsoBlocks.current}
        onClick={() => {
          alsoBlocks.current = false;
        }}
      >
        Report
      </OnlineButton>
    </DialogActions>
  );
  return (
    <Form form={form} label="Report" actions={actions}>
      {subject.kind === 'message' && messages.length > 0 && (
        <ChooseMessages
          messages={messages}
          meant={meant}
          chosen={seqs}
          onChange={setSeqs}
          error={form.field('seqs').error}
        />
      )}
      {subject.kind === 'left' && (
        <Select
          label="Member"
          name="member"
          value={memberId ?? ''}
          onChange={(event) => setMemberId(Number(event.target.value))}
          {...form.field('member')}
        >
          <option value="" disabled>
            Choose one
          </option>
          {subject.members.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      {subject.kind === 'project' && subject.text !== undefined && (
        <blockquote className="wrap-anywhere line-clamp-6 whitespace-pre-wrap border-line border-l-2 pl-3 text-muted text-sm">
          {subject.text}
        </blockquote>
      )}
      <WordSelect
        label="Reason"
        name="reason"
        value={reason}
        words={reportReasonWords}
        onChoose={setReason}
        {...form.field('reason')}
      >
        <option value="" disabled>
          Choose one
        </option>
      </WordSelect>
      <Textarea
        label="What’s wrong? (optional)"
        rows={3}
        maxLength={MAX * 2}
        hint={<TextLength text={form.values.words} max={MAX} />}
        {...form.text('words')}
      />
    </Form>
  );
}

const none: readonly Message[] = [];

const useIsBlocked = (id: number | null): boolean =>
  blocks.use(({ byId }) => id !== null && byId[id]?.is_blocked === true);
