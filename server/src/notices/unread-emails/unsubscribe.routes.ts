import { fieldsOf } from '@sangam/shared/core/keys-of';
import { type NoticeGroup, noticeGroupWords } from '@sangam/shared/notices/notification-kinds';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../../platform/lib/escape-html.js';
import type { ChoicesService } from '../choices/service.js';
import { UNSUBSCRIBE_PATH, type Unsubscription, type Unsubscriptions } from './unsubscribe.js';

/** The same look as the emails that link here, in both themes. */
const STYLE =
  ':root{color-scheme:light dark;--page:#f5f4f0;--fg:#191c22;--button:#f0a52e;--on-button:#241700}' +
  '@media (prefers-color-scheme:dark){:root{--page:#0e1116;--fg:#e9ecf1;--button:#f2a93b;--on-button:#1f1402}}' +
  'body{max-width:32rem;margin:0 auto;padding:3rem 1.25rem;background:var(--page);color:var(--fg);font:1rem/1.5 Inter,system-ui,sans-serif}' +
  'a{color:inherit}h1{font-size:1.5rem}.name{display:flex;align-items:center;gap:.625rem;font-size:1.125rem;font-weight:650}' +
  'button{min-height:2.75rem;padding:0 1.25rem;border:0;border-radius:.5rem;background:var(--button);color:var(--on-button);font:inherit;font-weight:600;cursor:pointer}';

const page = (title: string, body: string): string =>
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
  `<meta name="color-scheme" content="light dark"><link rel="icon" href="/favicon.svg"><title>${escapeHtml(title)} · Sangam</title>` +
  `<style>${STYLE}</style></head><body><p class="name"><img src="/favicon.svg" width="32" height="32" alt="">Sangam</p>` +
  `<main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;

const list = (groups: readonly NoticeGroup[]): string => {
  const names = groups.map((group) => noticeGroupWords[group]);
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
};

const toSettings =
  '<p>Choose which emails you get, and when, in <a href="/settings/notifications">your settings</a>.</p>';

/** Asks for confirmation, since programs also follow links in emails. `ending`: the end of the page. */
const askPage = (groups: readonly NoticeGroup[], ending: string): string =>
  page(
    'Stop these emails?',
    `<p>You won’t get emails about ${list(groups)} anymore. They still appear in Sangam.</p>` +
      '<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click">' +
      `<button>Stop emails</button></form>${ending}`,
  );

const donePage = (groups: readonly NoticeGroup[], ending: string): string =>
  page('Emails stopped', `<p>You won’t get emails about ${list(groups)} anymore.</p>${ending}`);

const unknownPage = page(
  'This link doesn’t work',
  `<p>The link is incomplete. Open it from the email again.</p>${toSettings}`,
);

interface Deps {
  unsubscriptions: Unsubscriptions;
  choices: ChoicesService;
  /** Whether a member is suspended or has asked for deletion. */
  isInactiveMember: (userId: number) => Promise<boolean>;
  isErased: (userId: number) => Promise<boolean>;
}

/**
 * The unsubscribe link of emails (RFC 8058), which needs no session: GET asks, POST from a mail program or the button unsubscribes. Both
 * return pages, so they are not in the contract.
 */
export async function registerUnsubscribeRoutes(
  app: FastifyInstance,
  { unsubscriptions, choices, isInactiveMember, isErased }: Deps,
): Promise<void> {
  const read = (request: FastifyRequest) => {
    const { token } = fieldsOf(request.query);
    return typeof token === 'string' ? unsubscriptions.read(token) : null;
  };
  /** Suspended members, and those whose accounts will be deleted, can't open the settings. */
  const endingFor = async (userId: number) => ((await isInactiveMember(userId)) ? '' : toSettings);
  /** Also true for an erased member, who gets no emails and about whom nothing may be stored again. */
  const isStopped = async ({ userId, groups }: Unsubscription) => {
    if (await isErased(userId)) return true;
    const { mail_off } = await choices.get(userId);
    return groups.every((group) => mail_off.includes(group));
  };
  const send = (reply: FastifyReply, status: number, html: string) =>
    reply.status(status).type('text/html; charset=utf-8').header('Cache-Control', 'no-store').send(html);

  await app.register(async (scope) => {
    // The token says everything, so the body that a mail program posts is not waited for.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => {
      body.resume();
      done(null, null);
    });
    scope.get(UNSUBSCRIBE_PATH, { schema: { hide: true } }, async (request, reply) => {
      const found = read(request);
      if (found === null) return send(reply, 404, unknownPage);
      const answer = (await isStopped(found)) ? donePage : askPage;
      return send(reply, 200, answer(found.groups, await endingFor(found.userId)));
    });
    scope.post(UNSUBSCRIBE_PATH, { schema: { hide: true } }, async (request, reply) => {
      const found = read(request);
      if (found === null) return send(reply, 404, unknownPage);
      if (!(await isStopped(found))) await choices.stopEmails(found.userId, found.groups);
      return send(reply, 200, donePage(found.groups, await endingFor(found.userId)));
    });
  });
}
