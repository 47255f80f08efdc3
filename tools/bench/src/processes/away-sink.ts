/**
 * Receives the pushes and emails of the bench `away`: a mail server and a push service in their own process, so that they cost the chat's
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
  emails: number;
}

const [mailbox, service] = await Promise.all([openMailbox(), openPushService({ forProcesses: true })]);
const devices = Array.from({ length: Number(process.env.SINK_DEVICES) }, () => service.subscribe().body);
const sendToParent = (message: SinkAddress | SinkCount) => process.send?.(message);
process.on('message', () => sendToParent({ pushes: service.requestCount(), emails: mailbox.emails.length }));
sendToParent({ env: { ...service.env, SMTP_URL: mailbox.url }, devices });
