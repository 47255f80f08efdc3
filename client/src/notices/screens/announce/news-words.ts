/** What tells live news: loaded with the first. */
export { noticeMessage } from './hidden-notices';
export { newsToast } from './news-toast';
export { showNews } from './show-news';
export { isToldHere } from './told-here';
