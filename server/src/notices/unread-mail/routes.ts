import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ChoicesService } from '../choices/service.js';
import { askPage, donePage, unknownPage } from './page.js';
import { UNSUBSCRIBE_PATH, type Unsubscriptions } from './unsubscribe.js';

/**
 * The address that mails name to end them (RFC 8058), for who has no session: a GET asks, a POST, by a mail program or by the
 * button, does it. They answer pages, so the contract does not have them.
 */
export async function registerUnsubscribeRoutes(
  app: FastifyInstance,
  { unsubscriptions, choices }: { unsubscriptions: Unsubscriptions; choices: ChoicesService },
): Promise<void> {
  const read = (request: FastifyRequest) => {
    const { token } = request.query as { token?: unknown };
    return typeof token === 'string' ? unsubscriptions.read(token) : null;
  };
  const send = (reply: FastifyReply, status: number, html: string) =>
    reply.status(status).type('text/html; charset=utf-8').header('Cache-Control', 'no-store').send(html);

  await app.register(async (scope) => {
    // The token is all it takes: what a mail program posts beside it is not read.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, null));
    scope.get(UNSUBSCRIBE_PATH, { schema: { hide: true } }, async (request, reply) => {
      const found = read(request);
      return found === null ? send(reply, 404, unknownPage) : send(reply, 200, askPage(found.groups));
    });
    scope.post(UNSUBSCRIBE_PATH, { schema: { hide: true } }, async (request, reply) => {
      const found = read(request);
      if (found === null) return send(reply, 404, unknownPage);
      await choices.stopMails(found.userId, found.groups);
      return send(reply, 200, donePage(found.groups));
    });
  });
}
