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
export function useSendsEmails(): boolean {
  useEffect(() => {
    const { data, status } = useSite.getState();
    if (data === null && status !== 'loading') void loadSite();
  }, []);
  return useSite(({ data }) => data?.mails !== false);
}

/** Loads a page and the facts that it shows in parallel, so that nothing moves when they arrive. */
const loadTogether =
  <Part>(withinMs: number, loadPart: () => Promise<Part>, facts: (() => Promise<unknown>)[]) =>
  async (): Promise<Part> => {
    const known = Promise.all(facts.map((fact) => fact()));
    const [part] = await Promise.all([loadPart(), within(withinMs, known)]);
    return part;
  };

/** For pages that are also right without their facts, which slow networks therefore don't wait for. */
export const withFacts = <Part>(loadPart: () => Promise<Part>, ...facts: (() => Promise<unknown>)[]) =>
  loadTogether(700, loadPart, facts);

/** For pages whose text depends on the site. Slow networks need less than this time. */
export const withSite = <Part>(loadPart: () => Promise<Part>) => loadTogether(5_000, loadPart, [loadSite]);
