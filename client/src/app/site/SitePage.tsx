import type { SitePage as SitePageData, SitePageName } from '@sangam/shared/app/site';
import { keysOf } from '@sangam/shared/core/keys-of';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { FormattedText } from '../../chat/screens/message/FormattedText';
import { request } from '../../core/api/client';
import { hasFailed, idle, type Loadable, load } from '../../core/store/loadable';
import { LoadFailed } from '../../ui/page/LoadFailed';
import { Page } from '../../ui/page/Page';
import { Loading, Skeleton } from '../../ui/page/Skeleton';
import { documentParts } from './document';

const titles: Record<SitePageName, string> = {
  privacy: 'Privacy',
  terms: 'Terms',
  support: 'Support',
  about: 'About',
};
const names = keysOf(titles);

/** A page about this installation: the operator's text, or the default. */
export function SitePage({ name }: { name: SitePageName }) {
  const [text, set] = useState<Loadable<SitePageData>>(idle);
  const { data } = text;
  const loadPage = useCallback(
    () =>
      load(
        set,
        () => request('GET /api/site/pages/:page', { params: { page: name } }),
        (answer) => answer.data,
      ),
    [name],
  );
  useEffect(() => {
    void loadPage();
  }, [loadPage]);
  const failed = hasFailed(text);
  return (
    <Page title={titles[name]}>
      <div className="mx-auto grid max-w-prose gap-8">
        {data !== null ? (
          <SiteText {...data} />
        ) : (
          <>
            <h1 className="page-title">{titles[name]}</h1>
            {failed ? (
              <LoadFailed message="Failed to load this page" onRetry={loadPage} />
            ) : (
              <Loading label={`Loading ${titles[name]}`} className="grid gap-4">
                <Skeleton className="h-24 w-full" />
                <Skeleton className="h-48 w-full" />
              </Loading>
            )}
          </>
        )}
        {/* Shown only once the text has loaded, which would push the links down. */}
        {(data !== null || failed) && <SiteLinks name={name} />}
      </div>
    </Page>
  );
}

const SiteLinks = ({ name }: { name: SitePageName }) => (
  <nav aria-label="About this installation" className="border-line border-t pt-4">
    <ul className="-mx-2 flex flex-wrap">
      {names.map((other) => (
        <li key={other}>
          <Link
            to={`/${other}`}
            aria-current={other === name ? 'page' : undefined}
            className="inline-flex min-h-control min-w-control items-center justify-center rounded-sm px-2 text-muted text-sm hover:text-fg hover:underline aria-[current]:text-fg"
          >
            {titles[other]}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

const headingClasses = { 1: 'text-2xl', 2: 'pt-3 text-lg', 3: 'pt-1 text-md' };

function SiteText({ page, text, version, operator }: SitePageData) {
  const parts = documentParts(text);
  const [first] = parts;
  const hasTitle = first?.kind === 'heading' && first.level === 1;
  return (
    <article className="grid gap-4 leading-relaxed">
      <h1 className="page-title">{hasTitle ? first.text : titles[page]}</h1>
      {(hasTitle ? parts.slice(1) : parts).map((part, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order
        if (part.kind === 'text') return <Paragraph key={index} text={part.text} />;
        const Heading = part.level === 3 ? 'h3' : 'h2';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order
          <Heading key={index} className={headingClasses[part.level === 1 ? 2 : part.level]}>
            {part.text}
          </Heading>
        );
      })}
      <footer className="grid gap-1 pt-2 text-muted text-sm">
        {(operator.name !== null || operator.address !== null) && (
          <p>{[operator.name, operator.address].filter((line) => line !== null).join(', ')}</p>
        )}
        {operator.email !== null && (
          <p>
            <a href={`mailto:${operator.email}`} className="py-3.5 underline underline-offset-2 hover:no-underline">
              {operator.email}
            </a>
          </p>
        )}
        {page === 'terms' && <p>Version {version}</p>}
      </footer>
    </article>
  );
}

/** A block element, since it contains lists and quotes. */
const Paragraph = ({ text }: { text: string }) => (
  <div dir="auto">
    <FormattedText text={text} />
  </div>
);
