import type { Site } from '@sangam/shared/app/site';
import { useEffect } from 'react';
import { create } from 'zustand';
import { within } from '../../lib/within';
import { request } from '../api/client';
import { idle, type Loadable, load } from '../store/loadable';

/** Facts about this installation that pages need before sign-in. */
export const useSite = create<Loadable<Site>>(() => idle());

export const loadSite = (): Promise<boolean> =>
  load(
    useSite.setState,
    () => request('GET /api/site'),
    (answer) => answer.data,
  );

/** Whether the operator has set up a mail server; true until known. */
export function useSendsMail(): boolean {
  useEffect(() => {
    const { data, status } = useSite.getState();
    if (data === null && status !== 'loading') void loadSite();
  }, []);
  return useSite(({ data }) => data?.mails !== false);
}

/** After this time the page is shown without the site's facts. A slow network needs less. */
const SITE_WITHIN_MS = 5_000;

/** Loads a page's code together with the site's facts, since text that changed later would move the page. */
export const withSite =
  <Part>(loadPart: () => Promise<Part>) =>
  async (): Promise<Part> => {
    const [part] = await Promise.all([loadPart(), within(SITE_WITHIN_MS, loadSite())]);
    return part;
  };

/** After this time the page is shown without its facts, as on a slow network. */
const KNOWN_WITHIN_MS = 700;

/** Loads a page and the facts that it shows in parallel, so that nothing moves when they arrive. */
export const withFacts =
  <Part>(loadPart: () => Promise<Part>, ...facts: (() => Promise<unknown>)[]) =>
  async (): Promise<Part> => {
    const known = Promise.all(facts.map((fact) => fact()));
    const [part] = await Promise.all([loadPart(), within(KNOWN_WITHIN_MS, known)]);
    return part;
  };
