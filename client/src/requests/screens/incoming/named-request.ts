import { useSearchParams } from 'react-router-dom';

/** Returns the id of the request that the address names (`?request=7`), or 0. */
export const useNamedRequest = (): number => Number(useSearchParams()[0].get('request'));
