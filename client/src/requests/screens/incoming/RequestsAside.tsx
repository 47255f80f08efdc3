import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import type { List } from '../../../core/store/list';
import { cx } from '../../../ui/cx';
import { ShowNew } from '../../../ui/page/ShowNew';
import { AnswerSeveralButton } from './AnswerSeveralButton';

interface RequestsAsideProps {
  /** The requests that wait to be shown. */
  waiting: number;
  /** The words for one new request and for several. */
  words?: readonly [string, string] | undefined;
  /** The pending requests that are shown, in the order of their deadlines. */
  requests: readonly JoinRequest[];
  /** The list that has them. */
  list: List<JoinRequest>;
}

/**
 * The acts on join requests in a heading's line. The line is a `@container/heading`: where it is too narrow for both, they have the next
 * line as soon as several requests are there, so that one that arrives moves nothing.
 */
export function RequestsAside({ waiting, words = ['request', 'requests'], requests, list }: RequestsAsideProps) {
  return (
    <div
      data-own-line={requests.length > 1 || undefined}
      className={cx(
        'flex min-w-0 flex-1 items-center justify-end gap-2',
        requests.length > 1 &&
          '@max-lg/heading:basis-full @max-lg/heading:flex-row-reverse @max-lg/heading:justify-between',
      )}
    >
      <ShowNew waiting={waiting} words={words} />
      <AnswerSeveralButton requests={requests} list={list} className="-mx-3 @max-lg/heading:mr-auto" />
    </div>
  );
}
