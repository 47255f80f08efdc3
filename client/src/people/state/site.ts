import type { Site } from '@sangam/shared/app/site';
import { useEffect } from 'react';
import { create } from 'zustand';
import { request } from '../../core/api/client';
import { idle, type Loadable, load } from '../../core/store/loadable';

/** Facts about this installation that pages need before sign-in. */
export const useSite = create<Loadable<Site>>(() => idle());

export const loadSite = (): Promise<boolean> =>
  load(
    useSite.setState,
    () => request('GET /api/site'),
    (answer) => answer.data,
  );

/** Whether the operator has set up a mail server. Assumed until it is known. */
export function useSendsMail(): boolean {
  useEffect(() => {
    const { data, status } = useSite.getState();
    if (data === null && status !== 'loading') void loadSite();
  }, []);
  return useSite(({ data }) => data?.mails !== false);
}

/** Longer than a slow line takes to load the facts that a page's words depend on. */
const SITE_WITHIN_MS = 5_000;

/** Loads a page together with the site's facts, which its words depend on. Words that change later would move it. */
export const withSite =
  <Part>(loadPart: () => Promise<Part>) =>
  async (): Promise<Part> => {
    const late = new Promise((resolve) => setTimeout(resolve, SITE_WITHIN_MS));
    const [part] = await Promise.all([loadPart(), Promise.race([loadSite(), late])]);
    return part;
  };

/** A page on a slow line is shown without them. */
const KNOWN_WITHIN_MS = 700;

/** Loads a page and the facts that it shows in parallel, so that nothing moves when they arrive. */
export const withFacts =
  <Part>(loadPart: () => Promise<Part>, ...facts: (() => Promise<unknown>)[]) =>
  async (): Promise<Part> => {
    const known = Promise.all(facts.map((fact) => fact()));
    const late = new Promise((resolve) => setTimeout(resolve, KNOWN_WITHIN_MS));
    const [part] = await Promise.all([loadPart(), Promise.race([known, late])]);
    return part;
  };
