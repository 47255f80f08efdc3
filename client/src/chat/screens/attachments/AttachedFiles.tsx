import { isolate } from '@sangam/shared/core/isolate';
import { File as FileIcon, RotateCw, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { errorText } from '../../../core/api/errors';
import { passFocusOn } from '../../../lib/dom/pass-focus-on';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { IconButton } from '../../../ui/button/IconButton';
import type { Attached } from '../../state/files/chosen-files';
import { useThumbnail } from '../../state/files/chosen-files';
import { isRefused, upload, useUploads } from '../../state/files/uploads';
import { attachFiles, detachFile, startUploads } from '../../state/outbox/attach';
import { arrivingIn, attachedItem, attachedList } from './ArrivingFiles';
import { FileName } from './FileName';
import { FileProgress, fileSize } from './FileProgress';

export interface AttachedFilesProps {
  conversation: ConversationKey;
  attached: readonly Attached[];
  /** Called after a file's button removed it, and itself with the focus. */
  onRemoved: () => void;
}

/** Attaches those of the files that were not removed while they were arriving. Returns false if any is left out. */
export async function attachChosen(conversation: ConversationKey, chosen: readonly File[]): Promise<boolean> {
  const arriving = arrivingIn(conversation)?.files ?? [];
  const left = chosen.filter((file) => arriving.includes(file));
  return (await attachFiles(conversation, left)) && left.length === chosen.length;
}

/** Lists the draft's files above the field, with upload progress and a button to remove each. */
export function AttachedFiles({ conversation, attached, onRemoved }: AttachedFilesProps) {
  useEffect(() => startUploads(conversation), [conversation]);
  return (
    <ul aria-label="Attached" className={attachedList}>
      {attached.map((file) => (
        <AttachedFile key={file.id} conversation={conversation} file={file} onRemoved={onRemoved} />
      ))}
    </ul>
  );
}

interface AttachedFileProps extends Omit<AttachedFilesProps, 'attached'> {
  file: Attached;
}

function AttachedFile({ conversation, file, onRemoved }: AttachedFileProps) {
  const state = useUploads((all) => all[file.id]);
  const error = state?.error ?? null;
  const item = useRef<HTMLLIElement>(null);
  // A failed file blocks the message, and may be scrolled out of view.
  useEffect(() => {
    if (error) item.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  return (
    <li ref={item} className={attachedItem}>
      {file.isPicture ? (
        <Thumbnail file={file} />
      ) : (
        <span className="flex size-11 shrink-0 items-center justify-center rounded-md bg-hover text-muted">
          <FileIcon aria-hidden className="size-5" />
        </span>
      )}
      <span className="min-w-0 flex-1 text-sm">
        <FileName name={file.name} />
        {error ? (
          <span role="alert" className="line-clamp-2 text-danger-text text-xs">
            {isRefused({ error }) ? errorText(error, 'This file was refused.') : 'Waiting for a connection'}
          </span>
        ) : state?.isDone ? (
          <span className="text-muted text-xs">{fileSize(file.bytes)}</span>
        ) : (
          <FileProgress name={file.name} received={state?.received ?? 0} bytes={file.bytes} />
        )}
      </span>
      {error && !isRefused({ error }) && (
        <IconButton
          ref={passFocusOn}
          icon={RotateCw}
          label={`Retry: ${isolate(file.name)}`}
          onClick={() => void upload(file.id)}
        />
      )}
      <IconButton
        icon={X}
        label={`Remove ${isolate(file.name)}`}
        onClick={() => {
          void detachFile(conversation, file.id);
          onRemoved();
        }}
      />
    </li>
  );
}

function Thumbnail({ file }: { file: Attached }) {
  const thumbnail = useThumbnail(file.id);
  return (
    <span className="size-11 shrink-0 overflow-hidden rounded-md bg-hover">
      {thumbnail && <img src={thumbnail} alt="" className="size-full object-cover" />}
    </span>
  );
}
