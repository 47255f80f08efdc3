/** What tells live news: loaded with the first. */
export { newsToast } from './news-toast';
export { showNews } from './show-news';
export { isToldHere } from './told-here';
