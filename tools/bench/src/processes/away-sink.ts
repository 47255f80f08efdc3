/**
 * Receives the pushes and mails of the bench `away`: a mail server and a push service in their own process, so that they cost the chat's
 * clients nothing. Sends its parent their addresses, and on each message the counts so far.
 */
import { openMailbox } from '@sangam/testing/mailbox';
import { type Device, openPushService } from '@sangam/testing/push-service';

/** The first message to the parent. */
export interface SinkAddress {
  env: Record<string, string>;
  devices: Device['body'][];
}

/** The answer to each message of the parent: the counts so far. */
export interface SinkCount {
  pushes: number;
  mails: number;
}

const [mailbox, service] = await Promise.all([openMailbox(), openPushService({ forProcesses: true })]);
const devices = Array.from({ length: Number(process.env.SINK_DEVICES) }, () => service.subscribe().body);
const tell = (what: SinkAddress | SinkCount) => process.send?.(what);
process.on('message', () => tell({ pushes: service.asked(), mails: mailbox.mails.length }));
tell({ env: { ...service.env, SMTP_URL: mailbox.url }, devices });
