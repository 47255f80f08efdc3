import { IdParams } from '@sangam/shared/core/schemas';
import type { Project } from '@sangam/shared/projects/projects';
import { freeSeats, freeSeatsWords } from '@sangam/shared/projects/seats';
import type { FastifyInstance } from 'fastify';
import { Value } from 'typebox/value';
import { sendError } from '../../platform/http/error-handler.js';
import { prefersPage, variesBy } from '../../platform/http/pages.js';
import { escapeHtml } from '../../platform/lib/escape-html.js';
import type { RateLimits } from '../../platform/limits/rate-limits.js';
import { workMsOf } from '../../platform/limits/work.js';
import type { ProjectPagesService } from './service.js';

/** User-Agents that fetch shared links to show a preview. They don't run scripts. */
const PREVIEWERS =
  /facebookexternalhit|facebot|twitterbot|^whatsapp\/|telegrambot|slackbot|discordbot|linkedinbot|skypeuripreview|pinterestbot|redditbot|mastodon\/|cardyb|iframely|embedly/iu;

export const isPreviewer = (userAgent: string | undefined): boolean => PREVIEWERS.test(userAgent ?? '');

/** The length at which a preview cuts the description. */
const DESCRIPTION_MAX_CHARS = 200;

/** Renders a project's seats and the start of its description as HTML without scripts. */
export function renderPreview(project: Project, publicUrl: string): string {
  const url = `${publicUrl}/projects/${project.id}`;
  const described = `${seats(project)} ${shorten(project.description.replace(/\s+/gu, ' ').trim())}`.trim();
  const metaTag = (attribute: 'name' | 'property', name: string, content: string): string =>
    `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${escapeHtml(project.title)} · Sangam</title>`,
    metaTag('name', 'description', described),
    metaTag('property', 'og:site_name', 'Sangam'),
    metaTag('property', 'og:type', 'website'),
    metaTag('property', 'og:title', project.title),
    metaTag('property', 'og:description', described),
    metaTag('property', 'og:url', url),
    metaTag('property', 'og:image', `${publicUrl}/icons/icon-512.png`),
    metaTag('name', 'twitter:card', 'summary'),
    `<link rel="canonical" href="${escapeHtml(url)}"></head>`,
    `<body><h1>${escapeHtml(project.title)}</h1><p>${escapeHtml(described)}</p></body></html>`,
  ].join('');
}

function seats(project: Project): string {
  if (project.seeks_creator_until) return 'This project is looking for a new creator.';
  if (project.state === 'finished') return 'This project is finished.';
  if (project.state === 'closed') return 'This project isn’t taking new requests.';
  return freeSeats(project) === 0 ? 'The team is full.' : `${freeSeatsWords(freeSeats(project))}.`;
}

function shorten(text: string): string {
  const characters = [...text];
  return characters.length <= DESCRIPTION_MAX_CHARS
    ? text
    : `${characters.slice(0, DESCRIPTION_MAX_CHARS).join('').trimEnd()} …`;
}

/**
 * Serves a summary, with what visitors may see, to previewers at a project's address. Other clients get the page or the call, and so do
 * previewers if the project does not exist.
 */
export function registerProjectPreviews(
  app: FastifyInstance,
  deps: { projectPages: ProjectPagesService; limits: RateLimits; publicUrl: string },
): void {
  const { projectPages, limits, publicUrl } = deps;
  app.addHook<{ Params: { id?: string } }>('onRequest', async (request, reply) => {
    if (request.routeOptions.url !== '/projects/:id') return;
    variesBy(reply, 'User-Agent');
    if (!isPreviewer(request.headers['user-agent'])) return;
    const params = { id: Number(request.params.id) };
    if (!Value.Check(IdParams, params)) return;
    // Counted as a page, which costs nothing, unless it asks for JSON.
    const spendWork = () => limits.spend('workByAddress', request.ip, workMsOf('GET /api/projects/:id'));
    const refused = prefersPage(request) ? await spendWork() : null;
    if (refused) return sendError(reply, refused.error);
    const page = await projectPages.page(null, params.id);
    if (!page.ok) return;
    return reply
      .type('text/html; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .send(renderPreview(page.value.project, publicUrl));
  });
}
