import { type Static, Type } from 'typebox';
import { Data, Nullable, Strict } from '../core/schemas.js';

/** The pages whose texts operators may replace. */
export const sitePageNames = ['privacy', 'terms', 'support', 'about'] as const;
export type SitePageName = (typeof sitePageNames)[number];

const Operator = Type.Object(
  {
    name: Nullable(Type.String()),
    address: Nullable(Type.String({ description: 'postal address, on one line' })),
    email: Nullable(Type.String()),
  },
  { description: 'the operator of this installation; null if the settings name none' },
);

const PageVersion = Type.String({ description: 'a version that changes with the text' });

export const Site = Type.Object({
  sign_in: Type.Array(Type.Enum(['google', 'github']), { description: 'the providers that are configured' }),
  terms_version: PageVersion,
  mails: Type.Optional(
    Type.Boolean({
      description: 'whether a mail server is configured; without one, emails are files that only the operator can read',
    }),
  ),
});
export type Site = Static<typeof Site>;
export const SiteAnswer = Data(Site);

export const SitePageParams = Strict({ page: Type.Enum([...sitePageNames]) });
export const SitePage = Type.Object({
  page: Type.Enum([...sitePageNames]),
  text: Type.String({ description: 'Markdown as in messages, with headings' }),
  version: PageVersion,
  operator: Operator,
});
export type SitePage = Static<typeof SitePage>;
export const SitePageAnswer = Data(SitePage);
