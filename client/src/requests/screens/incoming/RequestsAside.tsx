import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import type { List } from '../../../core/store/list';
import { cx } from '../../../ui/cx';
import { ShowNew } from '../../../ui/page/ShowNew';
import { AnswerSeveralButton } from './AnswerSeveralButton';

interface RequestsAsideProps {
  /** The number of new requests not yet shown. */
  waiting: number;
  /** Singular and plural of the new requests. */
  words?: readonly [string, string] | undefined;
  /** The pending requests that are shown, in the order of their deadlines. */
  requests: readonly JoinRequest[];
  /** The list that contains the requests. */
  list: List<JoinRequest>;
}

/**
 * The buttons for join requests in a heading's line, which is a `@container/heading`. Where it is too narrow, the buttons take the next
 * line as soon as there are several requests, so that a new request moves nothing.
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
