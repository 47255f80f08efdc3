import type { Mention } from '@sangam/shared/chat/mentions';
import type { Message } from '@sangam/shared/chat/messages';
import { mayBeFormatted } from '@sangam/shared/core/without-formatting';
import { type ComponentType, lazy, useEffect, useState } from 'react';
import { importOnce } from '../../../lib/loading/load-part';
import { LinkedText } from '../../../ui/LinkedText';

type TextView = ComponentType<{ text: string; mentions: readonly Mention[]; me: number }>;

/** The longest time that a thread waits for the code that draws its texts. */
const TEXT_CODE_WAITED_MS = 2_000;

/** Declares code that draws texts. It loads for the first text that needs it; if it can't be loaded, texts stay as typed. */
function textPart(importView: () => Promise<TextView>) {
  const load = importOnce(async () => {
    // Replaces the lazy component, so that later texts render at once. Suspending would first show each without its formatting.
    part.View = await importView();
    part.isLoaded = true;
  });
  const part: { View: TextView; isLoaded: boolean; load: () => Promise<unknown> } = {
    View: lazy(() => load().then(() => ({ default: part.isLoaded ? part.View : LinkedText }))),
    isLoaded: false,
    load,
  };
  return part;
}

const formatted = textPart(() => import('./FormattedText').then(({ FormattedText }) => FormattedText));
const mentioned = textPart(() => import('./MentionedText').then(({ MentionedText }) => MentionedText));

/** Returns the code that draws a message's text (R6.12); null where `LinkedText` is enough. */
export const textPartOf = (text: string, mentions: readonly Mention[] | undefined) =>
  mentions?.length ? mentioned : mayBeFormatted.test(text) ? formatted : null;

/**
 * Returns false while a thread should wait for the code that draws its texts, which changes their line breaks. `messages` is null until
 * they have loaded. A thread that has been shown never waits again.
 */
export function useTextsReady(messages: readonly Message[] | null): boolean {
  const [isReady, setReady] = useState(false);
  const isHere = messages !== null && (isReady || messages.every((message) => partFor(message)?.isLoaded ?? true));
  useEffect(() => {
    if (messages === null || isReady) return;
    const ready = () => setReady(true);
    const timer = setTimeout(ready, TEXT_CODE_WAITED_MS);
    void Promise.all(messages.map((message) => partFor(message)?.load())).then(ready);
    return () => clearTimeout(timer);
  }, [messages, isReady]);
  return isHere;
}

const partFor = ({ content, mentions }: Message) => textPartOf(content, mentions);
