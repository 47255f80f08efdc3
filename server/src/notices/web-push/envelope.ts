import { allowsSilentPush } from '../../platform/records/push-services.js';
import type { Topic } from '../../platform/records/web-push.queries.js';

/**
 * A change to the notifications that a device shows: that of a topic, or its removal. `session:end`: the device's session is about to end.
 */
export type PushNotice = { topic: Topic | 'session:end'; version: number } & (
  | { came: number; title: string; body: string; path: string }
  | { close: true }
);

/**
 * Returns the message to the service worker (client/worker/web-push.ts). Where every push must be shown, it is a declarative push message
 * too, which Safari 18.4 and later shows itself, without the worker.
 */
export function payloadOf(
  notice: PushNotice,
  { endpoint, publicUrl }: { endpoint: string; publicUrl: string },
): string {
  if ('close' in notice || allowsSilentPush(endpoint)) return JSON.stringify(notice);
  const { title, body, topic, path } = notice;
  const notification = { title, body, tag: topic, navigate: publicUrl + path };
  return JSON.stringify({ ...notice, must_show: true, web_push: 8030, notification });
}
