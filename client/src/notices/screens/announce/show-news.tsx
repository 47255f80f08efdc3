import { useEffect, useSyncExternalStore } from 'react';
import toast from 'react-hot-toast';
import { Link, useLocation } from 'react-router-dom';
import { followNews, type NewsToast } from './news-toast';

/** Shows the toast, in the place of an earlier one about the same. It stays for the time of all toasts, or for `durationMs`. */
export function showNews(news: NewsToast, durationMs?: number): void {
  toast(<NewsLink key={news.text} news={news} />, {
    id: news.id,
    ...(durationMs === undefined ? {} : { duration: durationMs }),
  });
}

/** A link to what the toast speaks of. It leaves with a press, when that is on screen, and when it is no longer true. */
function NewsLink({ news }: { news: NewsToast }) {
  const { pathname } = useLocation();
  const isTrue = useSyncExternalStore(followNews, news.isTrue);
  const isOver = !isTrue || news.isSeenAt(pathname);
  useEffect(() => {
    if (isOver) toast.dismiss(news.id);
  }, [isOver, news.id]);
  return (
    <Link
      to={news.to}
      onClick={() => toast.dismiss(news.id)}
      // Who reaches it by keyboard has the time they need.
      onFocus={() => showNews(news, Number.POSITIVE_INFINITY)}
      onBlur={() => showNews(news)}
      className="-mx-2.5 -my-2 flex min-h-control items-center rounded-md px-2.5 py-2 hover:underline"
    >
      <span className="line-clamp-3">{news.text}</span>
    </Link>
  );
}
