import type { Project } from '@sangam/shared/projects/projects';
import { escapeHtml } from '../../platform/lib/escape-html.js';

/** What fetches a link that was shared in order to show it, by the names in its User-Agent. None runs scripts. */
const PREVIEWERS =
  /facebookexternalhit|facebot|twitterbot|^whatsapp\/|telegrambot|slackbot|discordbot|linkedinbot|skypeuripreview|pinterestbot|redditbot|mastodon\/|cardyb|iframely|embedly/iu;

export const isPreviewer = (userAgent: string | undefined): boolean => PREVIEWERS.test(userAgent ?? '');

/** So much of a description is shown beside a link. */
const DESCRIPTION_MAX_CHARS = 200;

/** A project in a few words for who shares its link: its seats, and how its description begins. HTML without a script. */
export function renderPreview(project: Project, publicUrl: string): string {
  const url = `${publicUrl}/projects/${project.id}`;
  const described = `${seats(project)} ${shorten(project.description.replace(/\s+/gu, ' ').trim())}`.trim();
  const named = (attribute: 'name' | 'property', name: string, content: string): string =>
    `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${escapeHtml(project.title)} · Sangam</title>`,
    named('name', 'description', described),
    named('property', 'og:site_name', 'Sangam'),
    named('property', 'og:type', 'website'),
    named('property', 'og:title', project.title),
    named('property', 'og:description', described),
    named('property', 'og:url', url),
    named('property', 'og:image', `${publicUrl}/icons/icon-512.png`),
    named('name', 'twitter:card', 'summary'),
    `<link rel="canonical" href="${escapeHtml(url)}"></head>`,
    `<body><h1>${escapeHtml(project.title)}</h1><p>${escapeHtml(described)}</p></body></html>`,
  ].join('');
}

function seats({ state, max_members, current_members }: Project): string {
  if (state === 'finished') return 'This project is finished.';
  if (state === 'closed') return 'This project is closed to requests.';
  const left = max_members - current_members;
  if (left <= 0) return 'The team is full.';
  return left === 1 ? '1 seat left.' : `${left} seats left.`;
}

function shorten(text: string): string {
  const characters = [...text];
  return characters.length <= DESCRIPTION_MAX_CHARS
    ? text
    : `${characters.slice(0, DESCRIPTION_MAX_CHARS).join('').trimEnd()} …`;
}
