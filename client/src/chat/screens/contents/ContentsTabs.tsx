import * as Tabs from 'radix-ui/tabs';
import { type ReactNode, useRef, useState } from 'react';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { Contents } from './Contents';

interface ContentsTabsProps {
  conversation: ConversationKey;
  /** The content of a first tab, before files and links. */
  about?: ReactNode;
  onLeave: () => void;
}

const panel = 'min-h-64 pt-4 outline-none focus-visible:outline-2 focus-visible:outline-focus';

/** The files and links of a conversation, as tabs of a dialog. */
export function ContentsTabs({ conversation, about, onLeave }: ContentsTabsProps) {
  const kinds = ['files', 'links'] as const;
  const root = useRef<HTMLDivElement>(null);
  const [minHeight, setMinHeight] = useState(0);
  return (
    <Tabs.Root
      ref={root}
      defaultValue={about === undefined ? 'files' : 'about'}
      // Keeps the dialog's height: a lower one would move the tabs away from the pointer.
      onValueChange={() => setMinHeight(root.current?.offsetHeight ?? 0)}
      style={{ minHeight }}
    >
      <Tabs.List aria-label="Parts of the conversation" className="flex border-line border-b">
        {about !== undefined && <Tab value="about">About</Tab>}
        <Tab value="files">Files</Tab>
        <Tab value="links">Links</Tab>
      </Tabs.List>
      {about !== undefined && (
        <Tabs.Content value="about" className={panel}>
          {about}
        </Tabs.Content>
      )}
      {kinds.map((kind) => (
        <Tabs.Content key={kind} value={kind} className={panel}>
          <Contents conversation={conversation} kind={kind} onLeave={onLeave} />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

const Tab = ({ value, children }: { value: string; children: ReactNode }) => (
  <Tabs.Trigger
    value={value}
    className="-mb-px min-h-control flex-1 border-transparent border-b-2 text-muted text-sm hover:text-fg data-[state=active]:border-fg data-[state=active]:font-semibold data-[state=active]:text-fg"
  >
    {children}
  </Tabs.Trigger>
);
